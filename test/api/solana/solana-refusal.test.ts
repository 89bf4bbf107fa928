import { encodeBase58, systemProgram } from '@vaultwright/svm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSolanaApi, type SolanaApi } from './solana-api.ts'

let solana: SolanaApi
beforeAll(async () => {
  solana = await openSolanaApi()
})
afterAll(() => solana.close())
afterEach(() => {
  solana.world.shim.clearFaults()
  solana.world.setState({ paused: false, strategist: solana.world.people.strategist })
})

const hex = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'
const route = 'spl_token/transfer'
const params = (more: object = {}) => ({
  token: 'USDC',
  recipient: solana.world.people.treasury,
  amount: '1.25',
  ...more,
})
const codeOf = ({
  status,
  body,
}: {
  status: number
  body: { detail?: { details?: { code?: string } } }
}) => [status, body.detail?.details?.code]
const placesOf = ({ body }: { body: { detail: readonly { loc: unknown; type: string }[] } }) =>
  body.detail.map(({ loc, type }) => [loc, type])

const malformed = () => [
  ['hex', hex],
  ['31 bytes', encodeBase58(new Uint8Array(31).fill(9))],
  ['33 bytes', encodeBase58(new Uint8Array(33).fill(9))],
  ['lower case', solana.world.state.toLowerCase()],
  ['a name', 'solana-usd'],
]

test('refuses: what is not base58 of 32 bytes, as vault, as strategist and in a tail', async () => {
  const { path, get, post, world } = solana
  const [vaultLoc, strategistLoc, tailLoc] = ['vault_address', 'strategist_address', 'tail'].map(
    (name) => ['path', name],
  )
  for (const [kind, text] of malformed()) {
    const asVault = await get(path('actions', text!, text))
    expect([kind, asVault.status, ...placesOf(asVault)]).toEqual([
      kind,
      422,
      [vaultLoc, 'address_invalid'],
      [strategistLoc, 'address_invalid'],
    ])
    const execute = await post(path('execute', route, text), { params: params() })
    expect(placesOf(execute)).toEqual([[vaultLoc, 'address_invalid']])
    const multiple = await post(path('execute-multiple', text!), { actions: [{ route }] })
    expect(placesOf(multiple)).toEqual([[strategistLoc, 'address_invalid']])
    if (text === 'solana-usd') continue
    const inTail = await post(path('execute', `${text}/${route}`), { params: params() })
    expect(placesOf(inTail)).toEqual([[tailLoc, 'address_invalid']])
    const permissions = await get(`/v1/vaults/solana/${world.state}/permissions?also=${text}`)
    expect(placesOf(permissions)).toEqual([[['query', 'also'], 'address_invalid']])
  }
})

test('refuses: base58 on an EVM chain, and options of Solana there', async () => {
  const { post, world } = solana
  const path = '/v1/tx-builder/api/execute/mainnet'
  const vault = await post(`${path}/${world.state}/${route}`, {})
  expect(placesOf(vault)).toEqual([[['path', 'vault_address'], 'address_invalid']])
  const strategist = await post(`${path}/${hex}/${world.state}/${route}`, {})
  expect(placesOf(strategist)).toEqual([[['path', 'tail'], 'address_invalid']])
  const options = await post(`${path}/${hex}/aave_v3/supply`, { options: { version: 0 } })
  expect(placesOf(options)).toEqual([[['body', 'options'], 'extra_forbidden']])
})

test('refuses: an unknown vault and another strategist, as a 404', async () => {
  const { path, get, post, world } = solana
  const otherAddress = encodeBase58(new Uint8Array(32).fill(7))
  expect((await post(path('execute', route, otherAddress), {})).status).toBe(404)
  expect((await get(path('actions', world.people.strategist, otherAddress))).status).toBe(404)
  const foreign = world.people.outsider
  const answers = [
    await get(path('actions', foreign)),
    await get(path('actions', `${foreign}/constraints/${route}`)),
    await post(path('execute', `${foreign}/${route}`), { params: params() }),
    await post(path('execute-multiple', foreign), { actions: [{ route, params: params() }] }),
  ]
  for (const { status, body } of answers)
    expect([status, body]).toEqual([404, { detail: expect.stringContaining(foreign) }])
  world.setState({ strategist: foreign })
  const moved = await get(path('actions', foreign))
  expect(moved.status).toBe(200)
})

test('refuses: a vault that is paused', async () => {
  solana.world.setState({ paused: true })
  expect(codeOf(await solana.execute(route, params()))).toEqual([400, 'vault_paused'])
})

test('refuses: routes that do not exist, that are not permitted, and an empty batch', async () => {
  expect(codeOf(await solana.execute('no/route', {}))).toEqual([400, 'unknown_route'])
  expect(codeOf(await solana.execute('constructor', {}))).toEqual([400, 'unknown_route'])
  expect(codeOf(await solana.execute('spl_token/wrap', { amount: '1' }))).toEqual([
    400,
    'route_not_permitted',
  ])
  const empty = await solana.batch([])
  expect([empty.status, empty.body]).toEqual([400, { detail: 'No actions provided' }])
})

test.each([
  [{ amount: null }, 'amount'],
  [{ amount: '0' }, 'amount'],
  [{ amount: ' 1' }, 'amount'],
  [{ amount: '-1' }, 'amount'],
  [{ amount: '0.0000001' }, 'amount'],
  [{ amount: '18446744073709551616' }, 'amount'],
  [{ amount: 1e21 }, 'amount'],
  [{ amount: [] }, 'amount'],
  [{ token: 'DAI' }, 'token'],
  [{ token: {} }, 'token'],
  [{ token: undefined }, 'token'],
  [{ recipient: hex }, 'recipient'],
  [{ recipient: 7 }, 'recipient'],
  [{ sub_account: 256 }, 'sub_account'],
  [{ sub_account: '-1' }, 'sub_account'],
  [{ unknown: 1 }, 'unknown'],
])('refuses: the parameters %j with their place, alone and in a batch', async (more, name) => {
  const body = params(more)
  const alone = await solana.execute(route, body)
  expect([alone.status, placesOf(alone).map(([loc]) => loc)]).toEqual([
    422,
    [['body', 'params', name]],
  ])
  const [first, two] = [
    { route, params: body },
    { route, params: params() },
  ]
  const single = await solana.batch([first])
  expect(placesOf(single).map(([loc]) => loc)).toEqual([['body', 'actions', 0, 'params', name]])
  const second = await solana.batch([two, first])
  expect(placesOf(second).map(([loc]) => loc)).toEqual([['body', 'actions', 1, 'params', name]])
})

test.each([
  [{ unknown: 1 }, 'unknown'],
  [{ version: 2 }, 'version'],
  [{ nonce_account: hex }, 'nonce_account'],
  [{ nonce_account: encodeBase58(new Uint8Array(31).fill(9)) }, 'nonce_account'],
  [
    { compute_unit_price_micro_lamports: '99999999999999999999' },
    'compute_unit_price_micro_lamports',
  ],
  [{ version: 1, compute_unit_price_micro_lamports: '1' }, 'compute_unit_price_micro_lamports'],
  [{ version: 0, priority_fee_lamports: '1' }, 'priority_fee_lamports'],
  [{ version: 1, lookup_tables: [systemProgram] }, 'lookup_tables'],
])('refuses: the options %j with their place', async (options, name) => {
  const { status, body } = await solana.execute(route, params(), { options })
  expect(status).toBe(422)
  expect(body.detail[0].loc.slice(0, 3)).toEqual(['body', 'options', name])
})

test('refuses: more than the vault holds, and an account that does not exist', async () => {
  const much = await solana.execute(route, params({ amount: '999999999' }))
  expect(codeOf(much)).toEqual([400, 'insufficient_balance'])
  const { newcomer } = solana.world.people
  const missing = await solana.execute(route, params({ recipient: newcomer }))
  expect(codeOf(missing)).toEqual([400, 'token_account_missing'])
  expect(missing.body.detail.details.instruction).toMatchObject({ program: expect.any(String) })
})

test('refuses: a digest that exists with other operators', async () => {
  const { world, permissions } = solana
  const permission = permissions.find(({ texts }) => texts.recipient === world.people.payroll)!
  await world.permit([{ kind: 'ingest_account', index: 0 }], permission.digest)
  const answer = await solana.execute(route, params({ recipient: world.people.payroll }))
  expect(codeOf(answer)).toEqual([400, 'digest_operators_differ'])
  await world.revoke(permission.digest)
})

test('golden: a transfer fee of Token-2022 is built with a warning', async () => {
  const { status, body } = await solana.execute(route, params({ token: 'XUSD' }))
  expect([status, body.simulation_status]).toEqual([200, true])
  const codes = body.action_api_response.warnings.map(({ code }: { code: string }) => code)
  expect(codes).toEqual([expect.stringContaining('fee')])
})

test.each([
  ['answers 429', { kind: 'too_many_requests' }],
  ['is behind (-32005)', { kind: 'node_behind' }],
  ['has not reached the slot (-32016)', { kind: 'slot_not_reached' }],
  ['answers half of the accounts', { kind: 'half_value' }],
  ['cuts its answer', { kind: 'half_body' }],
  ['hangs up', { kind: 'cut' }],
  ['answers HTML', { kind: 'not_json' }],
  ['lies about its slot', { kind: 'lying_slot', slot: 9_000_000_000 }],
  ['is of another cluster', { kind: 'other_genesis', genesisHash: systemProgram }],
] as const)('refuses: a node that %s, as a 503 without a transaction', async (_, fault) => {
  const { path, get, world } = solana
  world.shim.fault(fault)
  const answers = [
    await get(path('actions', world.people.strategist)),
    await solana.execute(route, params(), { skip_sim: true }),
  ]
  for (const { status, body, text } of answers) {
    expect([status, body]).toEqual([503, { detail: expect.any(String) }])
    expect(text).not.toContain(world.url)
  }
})

test('golden: a simulation that the node does not run is a 200 with its reason', async () => {
  solana.world.shim.fault({ kind: 'node_behind', methods: ['simulateTransaction'] })
  const { status, body } = await solana.execute(route, params(), { verbose: true })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    simulation_status: expect.stringContaining('did not run'),
    simulator_simulation_url: null,
    simulation_gas_used: null,
    token_transfers: [],
    error: 'The simulation did not run',
    details: { code: expect.any(String) },
  })
})
