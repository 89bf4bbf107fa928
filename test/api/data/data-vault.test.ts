import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { svmVault } from '../../solana/support/svm-reading-fixture.ts'
import {
  addressOf,
  draftOf,
  rootOfNumber,
  snapshotOf,
  strategists,
} from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>
const [firstAddress, two] = [addressOf(1), addressOf(2)]

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('viewer')
  await api.store.vaults.put(api.tenant.id, draftOf(1, ['mainnet', 'base', 'arbitrum']), testActor)
  const unknown = { ...draftOf(2, ['base']), status: 'paused', deployedAtUnix: null } as const
  await api.store.vaults.put(api.tenant.id, unknown, testActor)
  const otherTenant = await api.addTenant('other')
  await api.store.vaults.put(otherTenant.tenant.id, draftOf(3), testActor)
})
afterAll(() => api.close())

const missing = (address: string, chain: string) => ({
  error: {
    code: 'vault_not_found',
    message: `The vault ${address} on ${chain} is not in the store. Check the chain and the address, or add the vault.`,
    details: {},
  },
})

test('default: 2.9 and 4.7 a vault in a list has every field, its chains in order, links without /v1', async () => {
  const { status, body } = await api.ask('GET', '/v1/vaults', { headers })
  const links = (address: string, chains: readonly string[]) =>
    Object.fromEntries(
      chains.map((chain) => [
        chain,
        { self: `/vaults/${chain}/${address}`, roots: `/vaults/${chain}/${address}/roots` },
      ]),
    )
  const chains = ['arbitrum', 'base', 'mainnet']
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      {
        vault_address: firstAddress,
        name: 'Vault 1',
        chains,
        tenant: 'acme',
        status: 'active',
        deployed_at: '2023-11-14T22:13:20Z',
        links: links(firstAddress, chains),
      },
      {
        vault_address: two,
        name: 'Vault 2',
        chains: ['base'],
        tenant: 'acme',
        deployed_at: null,
        status: 'paused',
        links: links(two, ['base']),
      },
    ],
    page: { next_cursor: null, page_size: 20, has_more: false },
  })
})

test('default: summaries have every vault on every chain; what is not known is null, never zero', async () => {
  const figures = {
    last_day: null,
    as_of: null,
    block_number: null,
    base_asset: null,
    share_price: null,
    total_assets: null,
    total_supply: null,
    tvl_usd: null,
    apy: null,
    head_at: null,
    days_behind: null,
    roots_without_tree: 0,
    active_roots_without_tree: 0,
  }
  const before = await api.ask('GET', '/v1/vaults/summaries?page_size=1', { headers })
  expect(before.body.data).toEqual([
    {
      vault_address: firstAddress,
      name: 'Vault 1',
      tenant: 'acme',
      status: 'active',
      deployments: ['arbitrum', 'base', 'mainnet'].map((chain) => ({ chain, ...figures })),
    },
  ])
  const vaultRef = { chain: 'base', vault: two }
  await api.store.snapshots.put(api.tenant.id, snapshotOf(vaultRef, '2026-01-02', '1.25'))
  const set = { root: rootOfNumber(1), strategist: strategists[0], atUnix: null, txHash: null }
  const { store, tenant } = api
  await store.roots.set(tenant.id, { ...vaultRef, ...set, block: 1n, logIndex: 0 })
  const atUnix = BigInt(Date.UTC(2026, 0, 5, 23, 59) / 1000)
  await store.heads.raise({ chain: 'base', number: 9n, hash: rootOfNumber(9), atUnix })
  const { next_cursor: cursor } = before.body.page
  const path = `/v1/vaults/summaries?page_size=1&cursor=${cursor}`
  const { body } = await api.ask('GET', path, { headers })
  expect(body.data[0].deployments).toEqual([
    {
      ...figures,
      chain: 'base',
      last_day: '2026-01-02',
      as_of: '2027-01-15T08:00:00Z',
      block_number: 21_000_000,
      base_asset: 'USDC',
      share_price: '1.25',
      total_assets: '1.25',
      total_supply: '1.25',
      head_at: '2026-01-05T23:59:00Z',
      days_behind: 2,
      roots_without_tree: 1,
      active_roots_without_tree: 1,
    },
  ])
})

test('behavior: 2.8 a page says where it goes on, how large it is, and whether there is more', async () => {
  const first = await api.ask('GET', '/v1/vaults?page_size=1', { headers })
  const { page, data } = first.body
  expect(page).toEqual({ next_cursor: expect.any(String), page_size: 1, has_more: true })
  expect(data).toMatchObject([{ vault_address: firstAddress }])
  const next = `/v1/vaults?page_size=1&cursor=${page.next_cursor}`
  const second = await api.ask('GET', next, { headers })
  expect(second.body).toMatchObject({
    data: [{ vault_address: two }],
    page: { next_cursor: null, page_size: 1, has_more: false },
  })
})

test('behavior: 1 the same request of two tenants gives each its own, one right after the other', async () => {
  const twin = await api.addTenant('twin')
  await api.store.vaults.put(twin.tenant.id, { ...draftOf(1), name: 'Theirs' }, testActor)
  const theirs = await twin.as('viewer')
  for (const path of ['/v1/vaults', `/v1/vaults/base/${firstAddress}`]) {
    for (const [who, name] of [
      [headers, 'Vault 1'],
      [theirs, 'Theirs'],
      [headers, 'Vault 1'],
    ] as const) {
      const { body } = await api.ask('GET', path, { headers: who })
      expect([path, [body.data].flat()[0].name]).toEqual([path, name])
    }
  }
})

test('behavior: 4.15 the self link leads to the summary with the deployments', async () => {
  const list = await api.ask('GET', '/v1/vaults', { headers })
  const [summary] = list.body.data
  for (const [chain, { self }] of Object.entries<{ self: string }>(summary.links)) {
    const { status, body } = await api.ask('GET', `/v1${self}`, { headers })
    const { deployments, ...fields } = body.data
    expect([chain, status, fields]).toEqual([chain, 200, summary])
    expect(deployments.map((on: { chain: string }) => on.chain)).toEqual(summary.chains)
    expect(deployments[0]).toEqual({
      chain: 'arbitrum',
      manager: addressOf(1003),
      accountant: addressOf(2003),
      teller: null,
      deployed_at: null,
      strategists: [
        { name: 'strategist-0', address: addressOf(901) },
        { name: 'strategist-1', address: addressOf(902) },
      ],
    })
  }
})

test.each([
  '',
  '/metrics/snapshot/latest',
  '/metrics/snapshot',
  '/roots',
  '/dailyData',
  '/performance',
])(
  'behavior: 1 and 4.8 to 4.12 a vault %s that is missing, or of another tenant, or on another chain',
  async (rest) => {
    for (const [address, chain] of [
      [addressOf(9), 'base'],
      [addressOf(3), 'base'],
      [two, 'mainnet'],
      [firstAddress, 'nowhere'],
      [svmVault, 'solana'],
    ] as const) {
      const { status, body } = await api.ask('GET', `/v1/vaults/${chain}/${address}${rest}`, {
        headers,
      })
      expect({ status, body }).toEqual({ status: 404, body: missing(address, chain) })
    }
  },
)

test.each(['', '/metrics/snapshot/latest', '/metrics/snapshot', '/roots', '/performance'])(
  'behavior: 7.2 a malformed path of a vault %s is a vault that is not found',
  async (rest) => {
    for (const [chain, address] of [
      ['base', `${firstAddress.slice(0, -1)}`],
      ['base', firstAddress.replace('0x', '0X')],
      ['base', wrongCase(firstAddress)],
      ['ba_se', firstAddress],
      ['base', encodeURIComponent(firstAddress.replace('c', 'с'))],
      ['base', "'%20OR%201=1"],
      ['solana', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'],
    ]) {
      const path = `/v1/vaults/${chain}/${address}${rest}`
      const { status, body } = await api.ask('GET', path, { headers })
      expect([path, status, body.error.code]).toEqual([path, 404, 'vault_not_found'])
    }
  },
)

test('behavior: 7.2 a malformed path of daily data is a validation array', async () => {
  const wrong = wrongCase(firstAddress)
  const { status, body } = await api.ask('GET', `/v1/vaults/ba_se/${wrong}/dailyData`, { headers })
  expect(status).toBe(422)
  expect(body.detail).toEqual([
    { loc: ['path', 'chain'], msg: expect.any(String), type: 'chain_invalid', input: 'ba_se' },
    {
      loc: ['path', 'vault_address'],
      msg: expect.stringContaining(firstAddress),
      type: 'address_invalid',
      input: wrong,
    },
  ])
})

test('refuses: 1 a chain that is not in lower case', async () => {
  const { status, body } = await api.ask('GET', `/v1/vaults/BaSe/${firstAddress}`, { headers })
  expect([status, body.error.code]).toEqual([404, 'vault_not_found'])
  const lower = await api.ask('GET', `/v1/vaults/base/${firstAddress}`, { headers })
  expect(lower.body.data.deployments.map(({ chain }: { chain: string }) => chain)).toContain('base')
})

test('behavior: 1 addresses are taken in lower case and given in EIP-55', async () => {
  const path = `/v1/vaults/base/${firstAddress.toLowerCase()}`
  const { body } = await api.ask('GET', path, { headers })
  expect(body.data.vault_address).toBe(firstAddress)
})

test.each(['0', '101', '-1', 'abc', '1.5', '1e1', '', '01', '99999999999999999999'])(
  'behavior: 4.7 page_size %j is refused at its place',
  async (size) => {
    const { status, body } = await api.ask('GET', `/v1/vaults?page_size=${size}`, { headers })
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([{ loc: ['query', 'page_size'] }])
  },
)

test('behavior: 4.7 an unknown name in the query is refused', async () => {
  const { status, body } = await api.ask('GET', '/v1/vaults?limit=5', { headers })
  expect(status).toBe(422)
  expect(body.detail).toMatchObject([{ loc: ['query', 'limit'], type: 'extra_forbidden' }])
})

test('behavior: 4.7 a cursor of another tenant, another list or another size is refused', async () => {
  const otherTenant = await api.addTenant('third')
  for (const number of [1, 2]) {
    await api.store.vaults.put(otherTenant.tenant.id, draftOf(number), testActor)
  }
  const path = '/v1/vaults?page_size=1'
  const theirs = await api.ask('GET', path, { headers: await otherTenant.as('viewer') })
  const ours = await api.ask('GET', path, { headers })
  const [foreign, ownCursor] = [theirs, ours].map(({ body }) => body.page.next_cursor)
  const audit = await api.as('admin')
  for (const [refused, who] of [
    [`${path}&cursor=${foreign}`, headers],
    [`/v1/vaults?page_size=2&cursor=${ownCursor}`, headers],
    [`/v1/vaults?cursor=${ownCursor}`, headers],
    [`/v1/vaults/base/${firstAddress}/metrics/snapshot?cursor=${ownCursor}`, headers],
    [`/v1/vaults/base/${firstAddress}/roots?page_size=1&cursor=${ownCursor}`, headers],
    [`/v1/vaults/base/${firstAddress}/dailyData?page_size=1&cursor=${ownCursor}`, headers],
    [`/v1/admin/audit?page_size=1&cursor=${ownCursor}`, audit],
    [`${path}&cursor=${ownCursor.slice(0, -1)}`, headers],
    [`${path}&cursor=AAAA`, headers],
  ] as const) {
    const { status, body } = await api.ask('GET', refused, { headers: who })
    expect([refused, status]).toEqual([refused, 422])
    expect(body.detail).toMatchObject([{ loc: ['query', 'cursor'], type: 'cursor_invalid' }])
  }
  const nul = await api.ask('GET', `${path}&cursor=%00`, { headers })
  expect([nul.status, nul.body.detail[0].type]).toEqual([422, 'null_character'])
})

const definition = new URL('../../../fixtures/definitions/local-eth.yaml', import.meta.url)

test('behavior: a vault is put by its definition; what only the store knows stays', async () => {
  const text = readFileSync(definition, 'utf8')
  const admin = await api.as('admin')
  const put = await api.ask('PUT', '/v1/admin/vaults', {
    headers: admin,
    body: { definition: text },
  })
  expect(put.status).toBe(200)
  expect(put.body.data).toMatchObject({
    name: 'Local ETH',
    chains: ['local'],
    status: 'active',
    deployed_at: null,
    deployments: [{ chain: 'local', manager: '0x822a1e3962E97B6B763f265b5526fAA5BA3d6D1C' }],
  })
  const place = { chain: 'local', vault: put.body.data.vault_address }
  const stored = await api.store.vaults.find(api.tenant.id, place)
  expect(stored).toMatchObject({ definition: text, lock: null })
  const { id: _, tenantId: __, createdAtUnix: ___, ...draft } = stored!
  const changed = { ...draft, status: 'paused', deployedAtUnix: 7n } as const
  await api.store.vaults.put(api.tenant.id, changed, testActor)
  const again = await api.ask('PUT', '/v1/admin/vaults', {
    headers: admin,
    body: { definition: text.replace('name: Local ETH', 'name: Renamed') },
  })
  expect(again.body.data).toMatchObject({
    name: 'Renamed',
    status: 'paused',
    deployed_at: '1970-01-01T00:00:07Z',
  })
})

test.each([
  ['no YAML', '{', null, 'definition_file'],
  ['an unknown key', 'name: A\nvaults: {}', null, 'definition_file'],
  ['no lock', null, '{}', 'lock_file'],
  ['a lock with a key twice', null, '{"version":1,"version":1,"chains":{}}', 'duplicate_key'],
])('error: 422 definition_invalid for %s', async (_, text, lock, reason) => {
  const body = { definition: text ?? readFileSync(definition, 'utf8'), lock }
  const answered = await api.ask('PUT', '/v1/admin/vaults', {
    headers: await api.as('admin'),
    body,
  })
  expect(answered).toMatchObject({
    status: 422,
    body: { error: { code: 'definition_invalid', details: { reason } } },
  })
})

test('error: 422 definition_invalid for a vault with different addresses', async () => {
  const chain = readFileSync(definition, 'utf8').replace(/^.*?\n {2}local:\n/s, '')
  const moved = chain.replace('0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2', firstAddress)
  const text = `name: Two\nchains:\n  local:\n${chain}\n  base:\n${moved}`
  const answered = await api.ask('PUT', '/v1/admin/vaults', {
    headers: await api.as('admin'),
    body: { definition: text },
  })
  expect(answered).toMatchObject({
    status: 422,
    body: { error: { code: 'definition_invalid', details: { reason: 'vault_address' } } },
  })
})

/** One letter in the other case: no longer the checksum. */
function wrongCase(address: string): string {
  const index = address.slice(2).search(/[a-f]/) + 2
  return address.slice(0, index) + address[index]!.toUpperCase() + address.slice(index + 1)
}
