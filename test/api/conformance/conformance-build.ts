import { expect } from 'vitest'
import type { DemoWorld } from '../support/demo-world.ts'
import { builderPath, type Rule, rule, unknownVault } from './conformance-rule.ts'

const supply = { asset: 'WETH', amount: '1.5' }
const execute = (world: DemoWorld, body: unknown, tail = `${world.main}/aave_v3/supply`) =>
  world.post(builderPath(world, 'execute', tail), body, 'strategist')
const batch = (world: DemoWorld, body: unknown) =>
  world.post(builderPath(world, 'execute-multiple', world.main), body, 'strategist')
const actions = (world: DemoWorld, strategist: string = world.main) =>
  world.get(builderPath(world, 'actions', strategist))
const simulate = (world: DemoWorld, body: unknown, strategist: string = world.main) =>
  world.post(builderPath(world, 'simulate', strategist), body, 'strategist')
const places = ({ body }: { body: { detail: readonly { loc: unknown }[] } }) =>
  body.detail.map(({ loc }) => loc)

/** Sections 2.2 to 2.7 as rules, and 4.2 to 4.6: the transaction builder. */
export const buildRules: readonly Rule[] = [
  rule(
    '2.2',
    'choices are the projection of the valid combinations where there are constraints',
    async (world) => {
      const { body } = await actions(world)
      const routes = Object.keys(body).filter((route) => body[route].has_constraints)
      expect(routes.length).toBeGreaterThan(0)
      for (const route of routes) {
        const path = builderPath(world, 'actions', `${world.main}/constraints/${route}`)
        const { constraints } = (await world.get(path)).body
        for (const { name, choices } of body[route].params) {
          if (choices === null || choices.length === 0) continue
          const values = choices.map((one: string | string[]) =>
            Array.isArray(one) ? one[1] : one,
          )
          const distinctValues = new Set(
            constraints.map((one: Record<string, string>) => one[name]),
          )
          expect([route, name, values.toSorted()]).toEqual([
            route,
            name,
            [...distinctValues].toSorted(),
          ])
        }
      }
    },
  ),
  rule(
    '2.2',
    'choices null is for parameters that may be omitted; omitToUseAll too',
    async (world) => {
      for (const action of Object.values<{ params: Record<string, unknown>[] }>(
        (await actions(world)).body,
      ))
        for (const { choices, required, omitToUseAll } of action.params) {
          if (choices === null) expect(required).toBe(false)
          if (omitToUseAll === true) expect(required).toBe(false)
        }
    },
  ),
  rule('2.4', 'params: an object, {} when not said', async (world) => {
    const tail = `${world.main}/aave_v3/supply`
    const [none, empty] = [
      await execute(world, {}, tail),
      await execute(world, { params: {} }, tail),
    ]
    expect([none.status, none.text]).toEqual([empty.status, empty.text])
    for (const params of [7, 'x', [], null, true])
      expect(places(await execute(world, { params }))).toEqual([['body', 'params']])
  }),
  rule('2.4', 'verbose: a boolean, false when not said', async (world) => {
    const keys = async (more: object) =>
      Object.keys((await execute(world, { params: supply, ...more })).body).toSorted()
    expect(await keys({})).toEqual(await keys({ verbose: false }))
    expect(await keys({ verbose: true })).toEqual(
      [...(await keys({})), 'simulation_gas_cost_eth', 'token_transfers', 'totals'].toSorted(),
    )
    for (const verbose of ['true', 1, null])
      expect(places(await execute(world, { verbose }))).toEqual([['body', 'verbose']])
  }),
  rule('2.4', 'skip_sim: a boolean, false when not said', async (world) => {
    const plain = await execute(world, { params: supply })
    expect(plain.body.simulation_status).toBe(true)
    const answer = await execute(world, { params: supply, skip_sim: false })
    expect(Object.keys(answer.body)).toEqual(Object.keys(plain.body))
    for (const skip_sim of ['true', 1, null])
      expect(places(await execute(world, { skip_sim }))).toEqual([['body', 'skip_sim']])
  }),
  rule('2.5', 'a 200 carries error and details when the simulation fails', async (world) => {
    const { status, body } = await execute(world, { params: { ...supply, amount: '100000000' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ error: expect.any(String), details: expect.anything() })
  }),
  rule('2.7', 'actions: required, each with a route (required) and params', async (world) => {
    expect(places(await batch(world, {}))).toEqual([['body', 'actions']])
    expect(places(await batch(world, { actions: [{ params: {} }] }))).toEqual([
      ['body', 'actions', 0, 'route'],
    ])
    expect(places(await batch(world, { actions: [{ route: 7 }] }))).toEqual([
      ['body', 'actions', 0, 'route'],
    ])
    const route = 'aave_v3/supply'
    const [none, empty] = [{ route }, { route, params: {} }].map((one) => ({ actions: [one] }))
    expect((await batch(world, none)).text).toBe((await batch(world, empty)).text)
  }),
  rule('2.7', 'actions run in order: one entry of action_api_response for each', async (world) => {
    const expected = [
      { route: 'lido/stake', params: { amount: '0.5' } },
      { route: 'aave_v3/supply', params: supply },
      { route: 'lido/stake', params: { amount: '0.25' } },
    ]
    const { status, body } = await batch(world, { actions: expected })
    expect([status, body.simulation_status]).toEqual([200, true])
    const routes = body.action_api_response.map((one: { route: string }) => one.route)
    expect(routes).toEqual(expected.map(({ route }) => route))
    expect(body.description).toBe('Multiple actions execution')
  }),
  rule('4.2', 'health', async (world) => {
    const { status, body } = await world.get('/v1/tx-builder/health')
    expect([status, body]).toEqual([200, { status: 'healthy' }])
  }),
  rule(
    '4.3',
    "actions: the strategist's permitted routes; 422 on invalid path parameters",
    async (world) => {
      const [large, small] = [await actions(world), await actions(world, world.lending)]
      expect(Object.keys(large.body)).toEqual(expect.arrayContaining(Object.keys(small.body)))
      expect(Object.keys(small.body).length).toBeLessThan(Object.keys(large.body).length)
      const bad = await world.get(`/v1/tx-builder/api/actions/lo_cal/0x12/${world.main}1`)
      expect([bad.status, places(bad)]).toEqual([
        422,
        [
          ['path', 'chain'],
          ['path', 'vault_address'],
          ['path', 'strategist_address'],
        ],
      ])
      expect((await actions(world, unknownVault)).status).toBe(404)
    },
  ),
  rule('4.4', 'constraints: 200, and 404 for a route without', async (world) => {
    const path = (route: string) =>
      builderPath(world, 'actions', `${world.main}/constraints/${route}`)
    const detail = await world.get(path('aave_v3/supply'))
    expect([detail.status, detail.body.route]).toEqual([200, 'aave_v3/supply'])
    const none = await world.get(path('lido/stake'))
    expect([none.status, none.body]).toEqual([404, { detail: expect.any(String) }])
  }),
  rule(
    '4.5',
    'tail with the strategist, and with the route alone, build the same',
    async (world) => {
      const params = { amount: '0.5' }
      const named = await execute(world, { params, skip_sim: true }, `${world.main}/lido/stake`)
      const alone = await execute(world, { params, skip_sim: true }, 'lido/stake')
      const encoded = await execute(
        world,
        { params, skip_sim: true },
        `${world.main}%2Flido%2Fstake`,
      )
      expect(named.status).toBe(200)
      expect(alone.text).toBe(named.text)
      expect(encoded.text).toBe(named.text)
    },
  ),
  rule(
    '4.5',
    'a tail that begins with 0x and is 42 long names a strategist, whatever it holds',
    async (world) => {
      const bad = await execute(world, {}, `0x${'z'.repeat(40)}/lido/stake`)
      expect([bad.status, places(bad)]).toEqual([422, [['path', 'tail']]])
      const short = await execute(world, {}, `0x${'a'.repeat(39)}/lido/stake`)
      expect([short.status, short.body.detail.details.code]).toEqual([400, 'unknown_route'])
    },
  ),
  rule(
    '4.5',
    'a route alone that several strategists may take is a 400 that names them',
    async (world) => {
      const { status, body } = await execute(world, { params: supply }, 'aave_v3/supply')
      expect(status).toBe(400)
      expect(body.detail.details.strategists).toEqual(
        expect.arrayContaining([world.main, world.lending]),
      )
    },
  ),
  rule('4.5', 'simulate_transaction is accepted and changes nothing', async (world) => {
    const texts = await Promise.all(
      [{}, { simulate_transaction: true }, { simulate_transaction: false }].map(
        async (more) => (await execute(world, { params: supply, skip_sim: true, ...more })).text,
      ),
    )
    expect(new Set(texts).size).toBe(1)
  }),
  rule('4.6', 'an empty batch is a 400 with the detail No actions provided', async (world) => {
    const { status, body } = await batch(world, { actions: [] })
    expect([status, body]).toEqual([400, { detail: 'No actions provided' }])
  }),
  rule('4.6', 'the result is one calldata that runs all actions, or none', async (world) => {
    const fine = { route: 'lido/stake', params: { amount: '0.5' } }
    const bad = { route: 'aave_v3/supply', params: { asset: 'WETH', amount: '100000000' } }
    const { body } = await batch(world, { actions: [fine, bad] })
    expect(body).toMatchObject({ simulation_status: expect.any(String), error: expect.any(String) })
    const built = await batch(world, { actions: [fine] })
    expect(body.encoded_tx_data.length).toBeGreaterThan(built.body.encoded_tx_data.length)
  }),
  rule('4.6', 'simulate says of given calldata what the build said of it', async (world) => {
    const built = (await execute(world, { params: supply, verbose: true })).body
    const calldata = built.encoded_tx_data
    const { status, body } = await simulate(world, { calldata })
    expect(status).toBe(200)
    const names = ['target', 'simulation_status', 'simulation_logs', 'token_transfers'] as const
    for (const name of names) expect([name, body[name]]).toEqual([name, built[name]])
    const page = await world.get(`${new URL(body.simulator_simulation_url).pathname}.json`)
    expect(page.body.encoded_tx_data).toBe(calldata)
  }),
  rule('4.6', 'simulate: 422 for what is not Manager calldata, 404 as execute', async (world) => {
    for (const calldata of ['0x', '0x12345678', '0xabc', 'x', 7])
      expect(places(await simulate(world, { calldata }))).toEqual([['body', 'calldata']])
    const foreign = await simulate(world, { calldata: '0x244b0f6a' }, unknownVault)
    expect([foreign.status, foreign.body]).toEqual([404, { detail: expect.anything() }])
  }),
]
