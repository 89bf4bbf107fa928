import { readFileSync } from 'node:fs'
import { verifyCalldata } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { parseSvmDefinition } from '@vaultwright/svm-builder'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import {
  builderPath,
  lending,
  localEth,
  localManifest,
  main,
  seedLocalVault,
  setRoot,
  treeOfStrategist,
  wallet,
} from '../support/builder-world.ts'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>
const token = (name: string) => localManifest.contracts[name]!
const supply = { asset: token('WETH'), amount: '1.5' }

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('strategist')
  await seedLocalVault(api.store, api.tenant.id)
})
afterAll(() => api.close())

const post = (path: string, body: unknown) => api.ask('POST', path, { headers, body })
const build = (tail: string, params: object, more: object = { skip_sim: true }) =>
  post(builderPath('execute', tail), { params, ...more })

test('default: 2.1 and 4.2 health', async () => {
  const { status, body } = await api.ask('GET', '/v1/tx-builder/health', { headers })
  expect({ status, body }).toEqual({ status: 200, body: { status: 'healthy' } })
})

test('default: 2.2 and 4.3 the manifest of the active tree, by route', async () => {
  const { status, body } = await api.ask('GET', builderPath('actions', main), { headers })
  expect(status).toBe(200)
  expect(body['aave_v3/supply']).toMatchObject({
    name: expect.any(String),
    protocol: 'aave_v3',
    has_constraints: expect.any(Boolean),
    protocol_app_url: expect.stringMatching(/^https:/),
  })
  const asset = body['aave_v3/supply'].params.find((one: { name: string }) => one.name === 'asset')
  expect(asset.choices[0]).toEqual([expect.any(String), expect.stringMatching(/^0x/)])
  expect(Object.keys(asset)).toEqual([
    'name',
    'type',
    'description',
    'required',
    'default_value',
    'choices',
    'min_value',
    'max_value',
    'omitToUseAll',
    'acceptRawString',
  ])
})

test('behavior: 1 each strategist has its own set of actions', async () => {
  const [large, small] = await Promise.all(
    [main, lending].map((one) => api.ask('GET', builderPath('actions', one), { headers })),
  )
  expect(Object.keys(small!.body).length).toBeLessThan(Object.keys(large!.body).length)
  expect(Object.keys(small!.body)).not.toEqual([])
})

test('default: 2.3 and 4.4 constraints are there for each action that says so, and 404 for the others', async () => {
  const { body } = await api.ask('GET', builderPath('actions', main), { headers })
  const counts = { yes: 0, no: 0 }
  for (const [route, action] of Object.entries<{ has_constraints: boolean }>(body)) {
    const path = builderPath('actions', `${main}/constraints/${route}`)
    const answer = await api.ask('GET', path, { headers })
    expect([route, answer.status]).toEqual([route, action.has_constraints ? 200 : 404])
    counts[action.has_constraints ? 'yes' : 'no']++
    if (!action.has_constraints) {
      expect(answer.body.detail).toContain('There are no parameter constraints')
      continue
    }
    expect(answer.body.route).toBe(route)
    expect(answer.body.constraints.length).toBeGreaterThan(0)
  }
  expect(counts.yes * counts.no).toBeGreaterThan(0)
})

test('error: ConstraintsMissingError for routes that are none, and that the tree does not permit', async () => {
  for (const route of ['no/route', 'noroute', 'constructor', 'aave_v3/supply/x']) {
    const path = builderPath('actions', `${lending}/constraints/${route}`)
    const { status, body } = await api.ask('GET', path, { headers })
    expect([status, typeof body.detail]).toEqual([404, 'string'])
  }
})

test('default: 2.5 and 4.5 calldata with its proofs, which the Manager would let through', async () => {
  const { status, body } = await build(`${main}/aave_v3/supply`, supply)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual([
    'encoded_tx_data',
    'target',
    'description',
    'action_api_response',
    'simulation_skipped',
  ])
  expect(body).toMatchObject({
    target: localEth.manager,
    simulation_skipped: true,
    description: expect.stringContaining('1.5 WETH'),
  })
  const { tree } = treeOfStrategist(localEth, main)
  const verdict = verifyCalldata(body.encoded_tx_data, {
    root: rootOf(tree.tree),
    tree,
    rules: ruleBook,
    manager: localEth.manager,
  })
  expect(verdict.calls.map((one) => one.verdict)).toEqual(['proven', 'proven'])
  expect(body.action_api_response).not.toHaveProperty('warnings')
  expect(body.action_api_response.calls).toHaveLength(2)
})

test('behavior: 4.4 and 4.5 whatever combination the constraints name is built and proven', async () => {
  const { tree } = treeOfStrategist(localEth, main)
  const options = { root: rootOf(tree.tree), tree, rules: ruleBook, manager: localEth.manager }
  const list = await api.ask('GET', builderPath('actions', main), { headers })
  const routes = Object.keys(list.body).filter((route) => /supply|withdraw|approve/.test(route))
  const places: { readonly route: string; readonly combination: Record<string, string> }[] = []
  for (const route of routes) {
    const path = builderPath('actions', `${main}/constraints/${route}`)
    const { body } = await api.ask('GET', path, { headers })
    for (const combination of body.constraints ?? []) places.push({ route, combination })
  }
  expect(places.length).toBeGreaterThan(5)
  let built = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places),
      fc.nat(9999),
      async ({ route, combination }, amount) => {
        const params = { ...combination, amount: `0.${amount + 1}` }
        const { status, body } = await build(`${main}/${route}`, params)
        const isMissing =
          status === 422 &&
          body.detail.every(({ type }: { type: string }) => /missing|extra/.test(type))
        if (isMissing) return
        expect([route, status, body.detail]).toEqual([route, 200, undefined])
        const verdict = verifyCalldata(body.encoded_tx_data, options)
        expect(verdict.calls.every((one) => one.verdict === 'proven')).toBe(true)
        built++
      },
    ),
    { numRuns: runsOf(0.6) },
  )
  expect(built).toBeGreaterThan(0)
})

test('behavior: 2.4 simulate_transaction has no effect, and verbose adds warnings', async () => {
  const plain = await build(`${main}/aave_v3/supply`, supply)
  const answer = await build(`${main}/aave_v3/supply`, supply, {
    skip_sim: true,
    simulate_transaction: true,
    verbose: false,
  })
  expect(answer.text).toBe(plain.text)
  const verbose = await build(`${main}/aave_v3/supply`, supply, { skip_sim: true, verbose: true })
  const { warnings, ...fields } = verbose.body.action_api_response
  expect(fields).toEqual(plain.body.action_api_response)
  expect(warnings).toEqual([])
  expect(Object.keys(verbose.body)).toEqual([...Object.keys(plain.body), 'totals'])
})

test('behavior: 4.5 the route alone is enough where one strategist may take it', async () => {
  const manifests = await Promise.all(
    [main, lending, wallet].map((one) => api.ask('GET', builderPath('actions', one), { headers })),
  )
  const [large, ...small] = manifests.map(({ body }) => Object.keys(body))
  expect(large).toContain('lido/stake')
  expect(small.flat()).not.toContain('lido/stake')
  const explicit = await build(`${main}/lido/stake`, { amount: '1' })
  const alone = await build('lido/stake', { amount: '1' })
  expect(alone.status).toBe(200)
  expect(alone.text).toBe(explicit.text)
})

test('error: RouteStrategistError where several may take it, and where none may', async () => {
  const several = await build('aave_v3/supply', supply)
  expect(several.status).toBe(400)
  expect(several.body.detail.error).toContain('Put the one that is meant before the route')
  expect(several.body.detail.details.strategists).toEqual(expect.arrayContaining([main, lending]))
  expect(several.body.detail.details.strategists).not.toContain(localEth.manager)
  const none = await build('balancer_v2/exit', {})
  expect(none.status).toBe(400)
  expect(none.body.detail.error).toContain('No strategist of the vault has an active tree')
  expect(none.body.detail.details.strategists).toHaveLength(4)
})

test('behavior: 4.6 a batch of one is the action but for its envelope', async () => {
  const single = await build(`${main}/aave_v3/supply`, supply)
  const batch = await post(builderPath('execute-multiple', main), {
    actions: [{ route: 'aave_v3/supply', params: supply }],
    skip_sim: true,
  })
  expect(batch.status).toBe(200)
  expect(batch.body).toEqual({
    ...single.body,
    description: 'Multiple actions execution',
    action_api_response: [single.body.action_api_response],
  })
})

test('error: EmptyBatchError says what the interface says; too long a batch names the limit', async () => {
  const path = builderPath('execute-multiple', main)
  const empty = await post(path, { actions: [] })
  expect([empty.status, empty.body]).toEqual([400, { detail: 'No actions provided' }])
  const actions = Array.from({ length: 51 }, () => ({ route: 'lido/stake', params: {} }))
  const long = await post(path, { actions })
  expect(long.status).toBe(422)
  expect(long.body.detail).toMatchObject([
    { loc: ['body', 'actions'], type: 'too_long', ctx: { max_length: 50, actual_length: 51 } },
  ])
})

test('error: RequestInvalidError names every problem of the parameters, with its place', async () => {
  const single = await build(`${main}/aave_v3/supply`, {
    asset: 'nothing',
    amuont: 1,
    amount: '-1',
  })
  expect(single.status).toBe(422)
  const places = single.body.detail.map(({ loc }: { loc: unknown }) => loc)
  expect(places).toEqual(
    expect.arrayContaining([
      ['body', 'params', 'asset'],
      ['body', 'params', 'amuont'],
      ['body', 'params', 'amount'],
    ]),
  )
  const batch = await post(builderPath('execute-multiple', main), {
    actions: [
      { route: 'lido/stake', params: { amount: '1' } },
      { route: 'lido/stake', params: { amount: 'x' } },
    ],
  })
  expect(batch.status).toBe(422)
  expect(batch.body.detail).toMatchObject([
    { loc: ['body', 'actions', 1, 'params', 'amount'], input: 'x' },
  ])
})

test('error: UnknownRouteError and RouteNotPermittedError are a 400 that names what is near', async () => {
  const unknown = await build(`${main}/aave_v3/suply`, supply)
  expect(unknown.status).toBe(400)
  expect(unknown.body.detail).toMatchObject({
    error: expect.stringContaining('aave_v3/supply'),
    details: { code: 'unknown_route', route: 'aave_v3/suply' },
  })
  const foreign = await build(`${lending}/lido/stake`, { amount: '1' })
  expect(foreign.status).toBe(400)
  expect(foreign.body.detail.details).toMatchObject({ code: 'route_not_permitted' })
})

test('error: NodeMissingError where only a node knows what is left out', async () => {
  const { status, body } = await build(`${main}/aave_v3/supply`, { asset: token('WETH') })
  expect(status).toBe(400)
  expect(body.detail).toMatchObject({
    error: expect.stringContaining('No node is configured for local'),
    details: { code: 'node_missing', parameters: ['params.amount'] },
  })
})

test('behavior: without a node the calldata is there, and no simulation claims a success', async () => {
  for (const verbose of [false, true]) {
    const { status, body } = await build(`${main}/aave_v3/supply`, supply, { verbose })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      encoded_tx_data: expect.stringMatching(/^0x244b0f6a/),
      simulation_status: expect.stringContaining('No node is configured for local'),
      simulator_simulation_url: null,
      simulation_logs: [],
      simulation_gas_used: null,
      error: 'The simulation did not run',
      details: { code: 'node_missing', chain: 'local' },
    })
    expect(Object.hasOwn(body, 'token_transfers')).toBe(verbose)
    expect(body).not.toHaveProperty('simulation_skipped')
  }
})

test.each([
  ['a chain with a space', `local%20/${localEth.vault}/${main}`, 'chain'],
  ['a vault that is too short', `local/${localEth.vault.slice(0, -1)}/${main}`, 'vault_address'],
  ['a wrong checksum', `local/${localEth.vault}/${main.replace('C5', 'c5')}`, 'strategist_address'],
])('error: RequestInvalidError for %s', async (_, path, name) => {
  const answer = await api.ask('GET', `/v1/tx-builder/api/actions/${path}`, { headers })
  expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['path', name]])
})

test('error: RequestInvalidError for a tail whose 42 characters are not an address, or that ends there', async () => {
  const none = await build(`0x${'z'.repeat(40)}/aave_v3/supply`, supply)
  expect([none.status, none.body.detail[0].loc]).toEqual([422, ['path', 'tail']])
  const bare = await build(main, supply)
  expect([bare.status, bare.body.detail[0].type]).toEqual([422, 'missing'])
})

test('error: VaultNotFoundError and ActiveTreeMissingError are a 404; solana too', async () => {
  const foreignAccount = '0x00000000000000000000000000000000000000AA'
  const solanaAccount = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
  for (const path of [
    `base/${localEth.vault}/${main}`,
    `local/${foreignAccount}/${main}`,
    `local/${localEth.vault}/${foreignAccount}`,
    `solana/${solanaAccount}/${solanaAccount}`,
  ]) {
    const { status, body } = await api.ask('GET', `/v1/tx-builder/api/actions/${path}`, { headers })
    expect([path, status, typeof body.detail]).toEqual([path, 404, 'string'])
  }
})

test('refuses: a vault on Solana without a node, as a 503 with Retry-After, and 404 before it', async () => {
  const file = new URL('../../../fixtures/solana/solana-usd.yaml', import.meta.url)
  const definition = readFileSync(file, 'utf8')
  const { vault, program, vaultId } = parseSvmDefinition(definition)
  const ask = () =>
    api.ask('GET', `/v1/tx-builder/api/actions/solana/${vault}/${vault}`, { headers })
  expect((await ask()).status).toBe(404)
  await api.store.svmVaults.put(
    api.tenant.id,
    { address: vault, name: 'x', status: 'active', program, vaultId, definition },
    testActor,
  )
  const { status, headers: answered } = await ask()
  expect([status, answered['retry-after']]).toEqual([503, '2'])
})

test('behavior: 5 another tenant has the vault as little as one that does not exist', async () => {
  const otherTenant = await api.addTenant('beta')
  const theirs = await otherTenant.as('strategist')
  const path = builderPath('actions', main)
  const answer = await api.ask('GET', path, { headers: theirs })
  const never = await api.ask('GET', path.replace(localEth.vault, main), { headers: theirs })
  expect(answer.status).toBe(404)
  expect(answer.text.replaceAll(localEth.vault, '')).toBe(never.text.replaceAll(main, ''))
})

test('behavior: 5 a viewer may list and may not build', async () => {
  const viewer = await api.as('viewer')
  const path = builderPath('execute', `${main}/lido/stake`)
  expect((await api.ask('GET', builderPath('actions', main), { headers: viewer })).status).toBe(200)
  const refused = await api.ask('POST', path, { headers: viewer, body: {} })
  expect([refused.status, refused.body]).toEqual([403, { message: 'Forbidden' }])
})

test('behavior: 3 a root that is set counts from the next request on, and none is no right at all', async () => {
  const otherTenant = await api.addTenant('gamma')
  const theirs = await otherTenant.as('strategist')
  await seedLocalVault(api.store, otherTenant.tenant.id)
  const routesNow = async () => {
    const { status, body } = await api.ask('GET', builderPath('actions', main), { headers: theirs })
    return status === 200 ? Object.keys(body) : status
  }
  const before = await routesNow()
  expect(before).toContain('lido/stake')
  const small = localEth.strategists.find(({ address }) => address === lending)!
  const event = { vault: localEth, strategist: main, root: small.root, block: 200n }
  await setRoot(api.store, otherTenant.tenant.id, event)
  expect(await routesNow()).not.toContain('lido/stake')
  await setRoot(api.store, otherTenant.tenant.id, {
    ...event,
    root: `0x${'0'.repeat(64)}`,
    block: 201n,
  })
  expect(await routesNow()).toBe(404)
  const mine = await api.ask('GET', builderPath('actions', main), { headers })
  expect(Object.keys(mine.body)).toEqual(before)
})

test('error: ActiveTreeMissingError names a root whose tree was not pushed', async () => {
  const otherTenant = await api.addTenant('delta')
  const theirs = await otherTenant.as('strategist')
  await seedLocalVault(api.store, otherTenant.tenant.id, { withoutTrees: [main, localEth.manager] })
  const { root } = localEth.strategists.find(({ address }) => address === main)!
  const path = builderPath('actions', main)
  const { status, body } = await api.ask('GET', path, { headers: theirs })
  expect([status, body.detail]).toEqual([404, expect.stringContaining(root)])
  const answer = await api.ask('GET', builderPath('actions', lending), { headers: theirs })
  expect(answer.status).toBe(200)
})
