import { expect } from 'vitest'
import type { DemoWorld } from '../support/demo-world.ts'
import { dataPath, pendingRootOf, type Rule, rule, unknownVault } from './conformance-rule.ts'

const lists = ['/v1/vaults', 'roots', 'dailyData'] as const
const pathOf = (world: DemoWorld, list: (typeof lists)[number]) =>
  list === '/v1/vaults' ? list : dataPath(world, `/${list}`)

type Numbered = { readonly value: string | null }
type ExplainedDay = {
  readonly share_price: number | null
  readonly daily_apy: number | null
  readonly receipt: { readonly result: Readonly<Record<string, Numbered>> } | null
}

const numberIn = (one: Numbered | undefined) => (one?.value == null ? null : Number(one.value))

export async function walk(world: DemoWorld, path: string): Promise<readonly unknown[]> {
  const items: unknown[] = []
  for (let next = ''; ; ) {
    const { status, body } = await world.get(`${path}${next}`)
    expect(status).toBe(200)
    items.push(...body.data)
    expect(body.page.has_more).toBe(body.page.next_cursor !== null)
    if (body.page.next_cursor === null) return items
    next = `${path.includes('?') ? '&' : '?'}cursor=${body.page.next_cursor}`
  }
}

const missing: readonly Rule[] = [
  ['4.8', '/metrics/snapshot/latest'],
  ['4.9', '/metrics/snapshot'],
  ['4.10', '/roots'],
  ['4.11', '/dailyData'],
  ['4.12', '/performance'],
  ['4.15', ''],
].map(([section, tail]) =>
  rule(section!, 'vault_not_found: absent on this chain, outside the tenant', async (world) => {
    const otherTenant = await world.api.addTenant(`other-${section!.replace('.', '-')}`)
    const answers = [
      await world.get(`/v1/vaults/base/${world.eth.vault}${tail}`),
      await world.get(`/v1/vaults/local/${unknownVault}${tail}`),
      await world.api.ask('GET', dataPath(world, tail), { headers: await otherTenant.as('admin') }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(404)
      expect(body).toEqual({
        error: { code: 'vault_not_found', message: expect.any(String), details: {} },
      })
    }
  }),
)

const paging: readonly Rule[] = lists.flatMap((list) => [
  rule('8', `page_size of ${list}: default 20, from 1 to 100`, async (world) => {
    const path = pathOf(world, list)
    expect((await world.get(path)).body.page.page_size).toBe(20)
    for (const size of [1, 2, 100]) {
      const { body } = await world.get(`${path}?page_size=${size}`)
      expect(body.page.page_size).toBe(size)
      expect(body.data.length).toBeLessThanOrEqual(size)
    }
    for (const size of ['0', '101', '-1', 'abc', '1.5', '', '1e1', '0x10', '%D9%A1', '01', '+1']) {
      const { status, body } = await world.get(`${path}?page_size=${size}`)
      expect([size, status, body.detail?.[0].loc]).toEqual([size, 422, ['query', 'page_size']])
    }
  }),
  rule('2.8', `${list}: next_cursor leads on until has_more is false`, async (world) => {
    const path = pathOf(world, list)
    const whole = await walk(world, `${path}?page_size=100`)
    expect(await walk(world, `${path}?page_size=1`)).toEqual(whole)
    expect(await walk(world, path)).toEqual(whole)
  }),
  rule(
    '2.8',
    `${list}: a cursor is opaque: cut, changed, foreign or of another query is a 422`,
    async (world) => {
      const path = pathOf(world, list)
      const { next_cursor } = (await world.get(`${path}?page_size=1`)).body.page
      const { next_cursor: foreign } = (
        await world.get(`/v1/vaults/local/${world.usd.vault}/roots?page_size=1`)
      ).body.page
      const changed = `${next_cursor.slice(0, -1)}${next_cursor.endsWith('0') ? '1' : '0'}`
      const cases = [next_cursor.slice(0, -3), changed, foreign, 'x', '%00']
      for (const cursor of cases) {
        const { status, body } = await world.get(`${path}?page_size=1&cursor=${cursor}`)
        expect([cursor, status, body.detail[0].loc]).toEqual([cursor, 422, ['query', 'cursor']])
      }
      const nextPage = await world.get(`${path}?page_size=2&cursor=${next_cursor}`)
      expect([200, 422]).toContain(nextPage.status)
    },
  ),
])

/** Sections 4.7 to 4.15: vault data. */
export const dataRules: readonly Rule[] = [
  ...missing,
  ...paging,
  rule('4.7', "the tenant's vaults, each once", async (world) => {
    const { body } = await world.get('/v1/vaults')
    const addresses = body.data.map((one: { vault_address: string }) => one.vault_address)
    expect(addresses.toSorted()).toEqual([world.eth.vault, world.usd.vault].toSorted())
  }),
  rule('2.9', 'links have no /v1 and lead to the vault and its roots', async (world) => {
    const { body } = await world.get('/v1/vaults')
    for (const { links, vault_address } of body.data)
      for (const { self, roots } of Object.values<{ self: string; roots: string }>(links)) {
        const detail = await world.get(`/v1${self}`)
        expect(detail.body.data.vault_address).toBe(vault_address)
        expect((await world.get(`/v1${roots}`)).status).toBe(200)
      }
  }),
  rule('4.8', 'the latest snapshot is the first of the history', async (world) => {
    const latest = await world.get(dataPath(world, '/metrics/snapshot/latest'))
    const { body } = await world.get(dataPath(world, '/metrics/snapshot'))
    expect(latest.body.data).toEqual(body.data[0])
  }),
  rule('4.9', 'snapshots are newest first, one a day', async (world) => {
    const all = (await walk(world, dataPath(world, '/metrics/snapshot'))) as { as_of: string }[]
    const days = all.map(({ as_of }) => as_of.slice(0, 10))
    expect(days).toEqual([...new Set(days)].toSorted().toReversed())
    expect(days.length).toBeGreaterThan(20)
  }),
  rule(
    '2.10',
    'the value of a position is its balance times prices[chain][asset]',
    async (world) => {
      const { data } = (await world.get(dataPath(world, '/metrics/snapshot/latest'))).body
      expect(data.prices.local[data.base_asset]).toBe('1')
      expect(data.positions.map((one: { asset: string }) => one.asset)).toContain(data.base_asset)
    },
  ),
  rule('4.10', 'roots: current and historical, active first', async (world) => {
    const all = (await walk(world, dataPath(world, '/roots'))) as { active: boolean }[]
    const flags = all.map(({ active }) => active)
    expect(flags).toEqual(flags.toSorted((one, other) => Number(other) - Number(one)))
    expect(new Set(flags)).toEqual(new Set([true, false]))
  }),
  rule('2.11', 'one entry for each root and strategist', async (world) => {
    const all = (await walk(world, dataPath(world, '/roots'))) as Record<string, string>[]
    const pairs = all.map(({ root_hash, strategist }) => `${root_hash} ${strategist}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    expect(new Set(all.map(({ root_hash }) => root_hash)).size).toBeLessThan(pairs.length)
  }),
  rule(
    '4.11',
    'from and to are inclusive, default to the first and last day, and stand in meta',
    async (world) => {
      const path = dataPath(world, '/dailyData')
      const all = (await walk(world, path)) as { as_of: string }[]
      const days = all.map(({ as_of }) => as_of.slice(0, 10))
      expect(days).toEqual([...new Set(days)].toSorted())
      const { meta } = (await world.get(path)).body
      expect([meta.from, meta.to].map((at: string) => at.slice(0, 10))).toEqual([
        days[0],
        days.at(-1),
      ])
      const [from, to] = [days[3]!, days[7]!]
      const part = (await walk(world, `${path}?from=${from}&to=${to}&page_size=2`)) as typeof all
      expect(part.map(({ as_of }) => as_of.slice(0, 10))).toEqual(days.slice(3, 8))
      const reply = await world.get(`${path}?from=${from}T00:00:00Z&to=${to}T23:59:59Z`)
      expect(reply.body.meta).toEqual({ from: `${from}T00:00:00Z`, to: `${to}T23:59:59Z` })
      expect(reply.body.data).toEqual(part)
    },
  ),
  rule('4.11', 'the cursor needs the same from, to and page_size', async (world) => {
    const path = dataPath(world, '/dailyData')
    const query = 'from=2026-01-05&to=2026-01-20&page_size=3'
    const { next_cursor } = (await world.get(`${path}?${query}`)).body.page
    expect((await world.get(`${path}?${query}&cursor=${next_cursor}`)).status).toBe(200)
    for (const wrongPath of [
      query.replace('05', '06'),
      query.replace('20&', '21&'),
      query.slice(0, -1) + 4,
    ]) {
      const { status, body } = await world.get(`${path}?${wrongPath}&cursor=${next_cursor}`)
      expect([status, body.detail[0].loc]).toEqual([422, ['query', 'cursor']])
    }
  }),
  rule(
    '4.11',
    'explain adds a receipt that says the same numbers, and nothing else',
    async (world) => {
      for (const { vault } of [world.eth, world.usd]) {
        const path = `/v1/vaults/local/${vault}/dailyData`
        const all = (await walk(world, `${path}?page_size=7&explain=true`)) as ExplainedDay[]
        expect(all.map(({ receipt: _receipt, ...day }) => day)).toEqual(await walk(world, path))
        for (const { receipt, share_price, daily_apy } of all) {
          if (receipt === null) continue
          const { sharePrice, dailyApy } = receipt.result
          expect([share_price, daily_apy]).toEqual([sharePrice, dailyApy].map(numberIn))
        }
      }
    },
  ),
  rule('4.11', 'the segment is camel-case', async (world) => {
    for (const tail of ['/daily_data', '/dailydata', '/daily-data'])
      expect((await world.get(dataPath(world, tail))).body.error.code).toBe('not_found')
  }),
  rule('4.12', 'performance is that of the last days, over seven', async (world) => {
    const { status, body } = await world.get(dataPath(world, '/performance'))
    expect([status, body.data.window_days]).toEqual([200, 7])
  }),
  rule(
    '4.12',
    'explain adds a receipt that says the same numbers, and nothing else',
    async (world) => {
      const plain = (await world.get(dataPath(world, '/performance'))).body
      const { data } = (await world.get(dataPath(world, '/performance?explain=true'))).body
      const { receipt, ...fields } = data
      expect(fields).toEqual(plain.data)
      if (receipt !== null) expect(fields.apy).toBe(numberIn(receipt.result.apy))
    },
  ),
  rule('2.15', 'explain is true or false, and all else is a 422', async (world) => {
    for (const tail of ['/dailyData', '/performance']) {
      for (const flag of ['banana', '1', '']) {
        const { status, body } = await world.get(dataPath(world, `${tail}?explain=${flag}`))
        expect([status, body.detail[0].loc]).toEqual([422, ['query', 'explain']])
      }
    }
  }),
  rule('2.14', 'performance_fees is null where none is configured', async (world) => {
    const all = await Promise.all(
      [world.eth, world.usd].map(({ vault }) => world.get(`/v1/vaults/local/${vault}/performance`)),
    )
    const fees = all.map(({ body }) => body.data.performance_fees)
    for (const fee of fees) expect(fee === null || (fee > 0 && fee < 1)).toBe(true)
  }),
  rule('4.13', 'a root is 64 hex characters, 0x or not', async (world) => {
    const { root } = world.eth.strategists[0]!
    const [first, ...furtherPages] = await Promise.all(
      [root, root.slice(2), root.slice(2).toUpperCase()].map((text) =>
        world.get(`/v1/trees/${text}`),
      ),
    )
    expect([first!.status, first!.body.data.root_hash]).toEqual([200, root])
    for (const { text } of furtherPages) expect(text).toBe(first!.text)
  }),
  rule('4.13', 'a tree is cacheable: ETag, and 304 when the caller has it', async (world) => {
    const path = `/v1/trees/${world.eth.strategists[0]!.root}`
    const { headers } = await world.get(path)
    expect(headers['cache-control']).toContain('immutable')
    const again = await world.api.ask('GET', path, {
      headers: { ...(await world.as('viewer')), 'if-none-match': String(headers.etag) },
    })
    expect([again.status, again.text]).toEqual([304, ''])
  }),
  rule(
    '4.13',
    'tree_not_found: no tree, no vault of the tenant uses it, or pending',
    async (world) => {
      const otherTenant = await world.api.addTenant('no-trees')
      const { root } = world.eth.strategists[0]!
      const headers = await otherTenant.as('admin')
      const pending = await pendingRootOf(world)
      for (const answer of [
        await world.get(`/v1/trees/0x${'12'.repeat(32)}`),
        await world.api.ask('GET', `/v1/trees/${root}`, { headers }),
        await world.get(`/v1/trees/${pending}`),
      ])
        expect([answer.status, answer.body.error.code]).toEqual([404, 'tree_not_found'])
    },
  ),
  ...(['onchain', 'pending'] as const).flatMap((state) =>
    ['', '/pending'].map((rest) => {
      const expected = (state === 'pending') === (rest === '/pending') ? 200 : 404
      return rule(
        '4.14',
        `GET /v1/trees/{root_hash}${rest}: ${state} → ${expected}`,
        async (world) => {
          const onchain = world.eth.strategists[0]!.root
          const root = state === 'pending' ? await pendingRootOf(world) : onchain
          const { status, body } = await world.get(`/v1/trees/${root}${rest}`)
          expect(status).toBe(expected)
          if (expected === 404) expect(body.error.code).toBe('tree_not_found')
          else expect(body.data.root_hash).toBe(root)
        },
      )
    }),
  ),
  rule('4.15', 'self shows the vault with its deployments', async (world) => {
    const { body } = await world.get(dataPath(world))
    expect(body.data.deployments).toMatchObject([{ chain: 'local', manager: world.eth.manager }])
  }),
  rule('4.15', 'an unknown vault on solana is a 404 in the envelope of its area', async (world) => {
    const account = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
    const place = `solana/${account}`
    const builder = await world.get(`/v1/tx-builder/api/actions/${place}/${account}`)
    expect([builder.status, typeof builder.body.detail]).toEqual([404, 'string'])
    for (const tail of ['', '/roots', '/dailyData', '/metrics/snapshot', '/performance']) {
      const { status, body } = await world.get(`/v1/vaults/${place}${tail}`)
      expect([status, body.error.code]).toEqual([404, 'vault_not_found'])
    }
  }),
]
