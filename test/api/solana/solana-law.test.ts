import { isSvmAddress, parseSvmAddress, type SvmAddress, svmAddressOf } from '@vaultwright/svm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { hostileTexts } from '../support/hostile-text.ts'
import { openSolanaApi, putSolanaVault, type SolanaApi } from './solana-api.ts'

type Headers = Readonly<Record<string, string>>

let solana: SolanaApi
let acme: Headers
let beta: Headers
let betaId: string
let variants: readonly SvmAddress[]

beforeAll(async () => {
  solana = await openSolanaApi({
    config: {
      simulation: { engine: 'node', concurrency: 1, queue: 1, timeoutMs: 60_000, keepDays: 30 },
    },
  })
  acme = await solana.api.as('strategist')
  const tenant = await solana.api.addTenant('beta')
  beta = await tenant.as('strategist')
  betaId = tenant.tenant.id
  variants = caseVariantsOf(solana.world.state)
})
afterAll(async () => {
  solana.world.shim.clearFaults()
  await solana.close()
})

test('law: addresses that differ in letter case only are vaults of their own, in every answer', async () => {
  const { api, world, definition, path } = solana
  const [theirs, ...furtherVariants] = variants
  await putSolanaVault(api, betaId, { world, definition, address: theirs! })
  const ask = async (headers: Headers, vault: string) => {
    const { strategist } = world.people
    const body = { params: { token: 'USDC', recipient: world.people.treasury, amount: '1' } }
    const targets = [
      await api.ask('GET', path('actions', strategist, vault), { headers }),
      await api.ask('POST', path('execute', 'spl_token/transfer', vault), { headers, body }),
      await api.ask('GET', `/v1/vaults/solana/${vault}/permissions`, { headers }),
    ]
    return targets.map(({ status }) => status)
  }
  const vaults = fc.constantFrom(world.state, theirs!, ...furtherVariants)
  await fc.assert(
    fc.asyncProperty(vaults, fc.boolean(), async (vault, isBeta) => {
      const visible = isBeta ? theirs : world.state
      const expected = vault === visible ? 200 : 404
      const statuses = await ask(isBeta ? beta : acme, vault)
      expect([vault, ...statuses]).toEqual([vault, expected, expected, expected])
    }),
    { numRuns: runsOf(0.06) },
  )
})

test('law: the vault of another tenant is byte for byte one that does not exist', async () => {
  const { api, world, path } = solana
  const { strategist, treasury } = world.people
  const missing = variants.at(-1)!
  const body = { params: { token: 'USDC', recipient: treasury, amount: '1' }, skip_sim: true }
  const asks: readonly ((vault: string) => ReturnType<typeof api.ask>)[] = [
    (vault) => api.ask('GET', path('actions', strategist, vault), { headers: beta }),
    (vault) =>
      api.ask('GET', path('actions', `${strategist}/constraints/spl_token/transfer`, vault), {
        headers: beta,
      }),
    (vault) => api.ask('POST', path('execute', 'x/y', vault), { headers: beta, body }),
    (vault) =>
      api.ask('POST', path('execute-multiple', strategist, vault), {
        headers: beta,
        body: { actions: [{ route: 'spl_token/transfer', params: body.params }] },
      }),
    (vault) => api.ask('GET', `/v1/vaults/solana/${vault}/permissions`, { headers: beta }),
    (vault) => api.ask('GET', `/v1/vaults/solana/${vault}/permissions/history`, { headers: beta }),
  ]
  for (const ask of asks) {
    const [foreign, none] = [await ask(world.state), await ask(missing)]
    expect([foreign.status, none.status]).toEqual([404, 404])
    expect(foreign.text.replaceAll(world.state, '')).toBe(none.text.replaceAll(missing, ''))
    expect(Object.keys(foreign.headers)).toEqual(Object.keys(none.headers))
  }
  const requests = world.shim.requests()
  for (const ask of asks) await ask(world.state)
  expect(world.shim.requests()).toBe(requests)
})

test('refuses: a viewer may list, and may not build', async () => {
  const { api, world, path } = solana
  const headers = await api.as('viewer')
  const list = await api.ask('GET', path('actions', world.people.strategist), { headers })
  const build = await api.ask('POST', path('execute', 'spl_token/transfer'), { headers, body: {} })
  expect([list.status, build.status]).toEqual([200, 403])
})

const route = 'spl_token/transfer'
const params = (recipient: string) => ({ token: 'USDC', recipient, amount: '1' })

test('law: a build asks the node twice, however many actions it has', async () => {
  const { world, batch } = solana
  const action = { route, params: params(world.people.treasury) }
  // The first question of a node is for the cluster that it serves.
  await batch([action], { skip_sim: true })
  for (const count of [1, 5, 20]) {
    const before = world.shim.requests()
    const actions = Array.from({ length: count }, () => action)
    const { status, body } = await batch(actions, { options: { version: 1 } })
    expect([count, status, body.simulation_status]).toEqual([count, 200, true])
    expect(world.shim.requests() - before).toBe(2)
    const skipped = world.shim.requests()
    await batch(actions, { skip_sim: true, options: { version: 1 } })
    expect(world.shim.requests() - skipped).toBe(1)
  }
})

test('refuses: a batch of accounts without a permission, after one question to the node', async () => {
  const { world, batch } = solana
  const actions = Array.from({ length: 50 }, (_, index) => ({
    route,
    params: params(svmAddressOf(new Uint8Array(32).fill(index + 1))),
  }))
  const before = world.shim.requests()
  const { status, body } = await batch(actions)
  expect([status, body.detail.details.code]).toEqual([400, 'digest_missing'])
  expect(world.shim.requests() - before).toBeLessThanOrEqual(1)
})

test('refuses: more actions, larger bodies and deeper values than one request may have, unasked', async () => {
  const { world, batch, execute } = solana
  const before = world.shim.requests()
  const action = { route, params: params(world.people.treasury) }
  const many = await batch(Array.from({ length: 51 }, () => action))
  expect([many.status, many.body.detail[0].type]).toEqual([422, 'too_long'])
  const large = await execute(route, { ...action.params, x: 'x'.repeat(1_100_000) })
  expect(large.status).toBe(413)
  const deep = await execute(route, { ...action.params, x: `${'['.repeat(100)}${']'.repeat(100)}` })
  expect(deep.status).toBe(422)
  const wide = await execute(route, Object.fromEntries(range(900).map((n) => [`p${n}`, n])))
  expect(wide.status).toBe(422)
  expect(wide.body.detail.length).toBeLessThanOrEqual(20)
  expect(world.shim.requests()).toBe(before)
})

test('refuses: more simulations of a tenant than may wait, as a 503 with Retry-After', async () => {
  const { world, execute } = solana
  world.shim.fault({ kind: 'slow', methods: ['simulateTransaction'], delayMs: 1_000, times: 3 })
  const builds = range(6).map(() => execute(route, params(world.people.treasury)))
  const statuses = (await Promise.all(builds)).map(({ status, headers }) => [
    status,
    headers['retry-after'] ?? null,
  ])
  expect(statuses).toContainEqual([200, null])
  expect(statuses).toContainEqual([503, '2'])
})

/** Every answer is compared with the OpenAPI document by the harness. */
test('law: no request whatever is our failure, and no refused one names the node', async () => {
  const { world, path, post, get } = solana
  const { people, mints } = world
  const accounts = [people.treasury, people.payroll, people.newcomer, world.state, mints.usdc]
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<unknown>(...accounts, 'USDC', 'XUSD', 'treasury') },
    { weight: 3, arbitrary: fc.constantFrom<unknown>('1', '0.5', '1e3', 0, 1, null, true, [], {}) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...hostileTexts) },
  )
  const name = fc.constantFrom(
    'token',
    'recipient',
    'amount',
    'sub_account',
    'owner',
    '__proto',
    'x',
  )
  const params = fc.dictionary(name, value, { maxKeys: 5 })
  const option = fc.constantFrom(
    'version',
    'compute_unit_price_micro_lamports',
    'priority_fee_lamports',
    'nonce_account',
    'lookup_tables',
    'compute_budget',
    'x',
  )
  const optionValue = fc.oneof(
    value,
    fc.constantFrom<unknown>(0, 1, false, '1000', [mints.usdc], [people.treasury]),
  )
  const options = fc.option(fc.dictionary(option, optionValue, { maxKeys: 3 }), { nil: undefined })
  const route = fc.constantFrom(
    'spl_token/transfer',
    'system/transfer',
    'spl_token/wrap',
    'kamino/deposit',
    'a/b',
    'x',
  )
  const who = fc.constantFrom(people.strategist, people.outsider, 'x', `0x${'a'.repeat(40)}`)
  const request = fc.record({
    kind: fc.constantFrom('execute', 'execute-multiple', 'actions', 'permissions'),
    who,
    isRouteAlone: fc.boolean(),
    actions: fc.array(fc.record({ route, params }), { minLength: 1, maxLength: 3 }),
    options,
    verbose: fc.boolean(),
    skip_sim: fc.boolean(),
  })
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(request, async ({ kind, who: strategist, isRouteAlone, actions, ...more }) => {
      const [first] = actions
      const tail = isRouteAlone ? first!.route : `${strategist}/${first!.route}`
      const also = `?also=${encodeURIComponent(String(Object.values(first!.params)[0] ?? ''))}`
      const answer =
        kind === 'execute'
          ? await post(path('execute', tail), { params: first!.params, ...more })
          : kind === 'execute-multiple'
            ? await post(path('execute-multiple', strategist), { actions, ...more })
            : kind === 'actions'
              ? await get(
                  path(
                    'actions',
                    isRouteAlone ? strategist : `${strategist}/constraints/${first!.route}`,
                  ),
                )
              : await get(`/v1/vaults/solana/${world.state}/permissions${also}`)
      statuses.add(answer.status)
      expect([200, 400, 404, 422]).toContain(answer.status)
      expect(answer.text).not.toContain(new URL(world.url).host)
    }),
    { numRuns: runsOf(0.3) },
  )
  expect(statuses.size).toBeGreaterThan(1)
})

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Addresses that are others only because one letter has another case. */
function caseVariantsOf(address: SvmAddress): readonly SvmAddress[] {
  return [...address].flatMap((sign, index) => {
    const flipped = sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()
    const text = address.slice(0, index) + flipped + address.slice(index + 1)
    return flipped !== sign && isSvmAddress(text) ? [parseSvmAddress(text)] : []
  })
}
