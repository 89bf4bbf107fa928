import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationName } from '@vaultwright/wire'
import fc from 'fast-check'
import { localChainFolder } from '../../support/node/local-chain.ts'
import { arbitraryOf, mutationOf } from '../../support/schema-arbitrary.ts'
import { hostileTexts } from '../support/hostile-text.ts'
import type { FuzzInputs } from './fuzz-input.ts'

const hostile = fc.constantFrom(...hostileTexts)
const definitions = join(localChainFolder, '../definitions')
const definition = readFileSync(join(definitions, 'local-eth.yaml'), 'utf8')
const lock = readFileSync(join(definitions, 'vaultwright.lock.json'), 'utf8')
const tree = readFileSync(join(localChainFolder, 'trees/local-eth-lending.json'), 'utf8')

/** Path and body of a build whose parameters are those of its route. */
export function buildOf(inputs: FuzzInputs): fc.Arbitrary<[string, string]> {
  const { eth, main } = inputs.world
  const tails = fc.constantFrom('', `${main}/`)
  return fc
    .tuple(actionOf(inputs), tails, switches)
    .map(([{ route, params }, tail, more]) => [
      `/v1/tx-builder/api/execute/local/${eth.vault}/${tail}${route}`,
      printed({ params, ...more }),
    ])
}

/** Path and body of a batch for the strategist with the large tree. */
export function batchOf(inputs: FuzzInputs): fc.Arbitrary<[string, string]> {
  const { eth, main } = inputs.world
  const actions = fc.array(actionOf(inputs), { maxLength: 3 })
  return fc
    .tuple(actions, switches)
    .map(([some, more]) => [
      `/v1/tx-builder/api/execute-multiple/local/${eth.vault}/${main}`,
      printed({ actions: some, ...more }),
    ])
}

/** Path and body of a simulation: calldata as it was built, or with some digits replaced. */
export function simulationOf({ world, calldata }: FuzzInputs): fc.Arbitrary<[string, string]> {
  const digits = fc.stringMatching(/^[0-9a-f]{0,8}$/)
  const damaged = fc
    .tuple(fc.integer({ min: 2, max: calldata.length }), digits)
    .map(([at, put]) => calldata.slice(0, at) + put + calldata.slice(at + put.length))
  return fc
    .oneof(fc.constant(calldata), damaged)
    .map((text) => [
      `/v1/tx-builder/api/simulate/local/${world.eth.vault}/${world.main}`,
      printed({ calldata: text }),
    ])
}

/** Bodies of an operation: as its schema says, with one thing wrong, likely, or none at all. */
export function payloadOf(
  inputs: FuzzInputs,
  name: OperationName,
  schema: object,
): fc.Arbitrary<string | null> {
  const likelyValue = likely(inputs, name)
  const broken = [
    '',
    'null',
    '[]',
    '{',
    '{"a":1,"a":2}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
    '9007199254740993',
    '{"params":{"amount":1e400}}',
    '{"params":{"amount":NaN}}',
    '['.repeat(200),
    `${'['.repeat(200)}${']'.repeat(200)}`,
    '\ufeff{}',
    '{"\\ud800":1}',
  ]
  return fc.oneof(
    { weight: 3, arbitrary: arbitraryOf(schema).map(printed) },
    { weight: 3, arbitrary: mutationOf(schema).map(({ value }) => printed(value)) },
    ...(likelyValue === null ? [] : [{ weight: 5, arbitrary: likelyValue.map(printed) }]),
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...broken), fc.json(), fc.constant(null)) },
  )
}

const printed = (value: unknown): string => JSON.stringify(value) ?? 'null'

/** Bodies that go deeper than what the schema checks. */
function likely(inputs: FuzzInputs, name: OperationName): fc.Arbitrary<unknown> | null {
  const { world, ids } = inputs
  const edited = (text: string) =>
    fc.oneof(
      fc.constant(text),
      hostile,
      fc
        .tuple(fc.nat(text.length), fc.nat(6), fc.oneof(hostile, fc.string({ maxLength: 3 })))
        .map(([at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut)),
    )
  const action = actionOf(inputs)
  if (name === 'execute') {
    return fc.tuple(action, switches).map(([{ params }, more]) => ({ params, ...more }))
  }
  if (name === 'executeMultiple') {
    const actions = fc.array(action, { maxLength: 4 })
    return fc.tuple(actions, switches).map(([some, more]) => ({ actions: some, ...more }))
  }
  if (name === 'pushTree') {
    const place = { chain: 'local', vault_address: world.eth.vault }
    const strategist_address = world.lending
    return edited(tree).map((text) => ({ ...place, strategist_address, tree: text }))
  }
  if (name === 'putVault') {
    const texts = fc.record({ definition: edited(definition), lock: edited(lock) })
    return texts.map((one) => JSON.parse(JSON.stringify(one)))
  }
  if (name === 'repairIndex') {
    const days = fc.constantFrom<object>({}, { from: '2026-01-01', to: '2026-01-05' })
    return days.map((some) => ({ chain: 'local', vault_address: world.eth.vault, ...some }))
  }
  if (name === 'putAccountName' || name === 'removeAccountName') {
    const address = fc.constantFrom(world.main, world.lending)
    const named = { chain: fc.constant(null), address }
    const text = fc.oneof(fc.constantFrom('Treasury', 'Cold Safe'), hostile)
    return name === 'putAccountName' ? fc.record({ ...named, name: text }) : fc.record(named)
  }
  if (name === 'createKey')
    return fc.record({ user_id: fc.oneof(fc.constant(ids.holder), hostile) })
  if (name === 'createUser') return fc.record({ name: hostile, role: fc.constant('viewer') })
  return null
}

const switches = fc.constantFrom<object>({ skip_sim: true }, { skip_sim: true, verbose: true }, {})

function actionOf({ manifest }: FuzzInputs) {
  return fc.constantFrom(...Object.keys(manifest)).chain((route) =>
    fc.tuple(...manifest[route].params.map(choiceOf)).map((values) => ({
      route,
      params: Object.fromEntries(values.flat() as [string, unknown][]),
    })),
  )
}

type Parameter = { readonly name: string; readonly choices: readonly (string | string[])[] | null }

/** A value for a parameter of an action: of its choices, an amount, or anything; or none. */
function choiceOf({
  name,
  choices,
}: Parameter): fc.Arbitrary<readonly (readonly [string, unknown])[]> {
  const choiceValues = (choices ?? []).map((one) => (Array.isArray(one) ? one[1]! : one))
  const amounts = [
    '1',
    '0.5',
    '0',
    '-1',
    '1e3',
    'max',
    `1.${'1'.repeat(40)}`,
    '9'.repeat(80),
    1,
    0.1,
  ]
  const value = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom<unknown>(...(choiceValues.length > 0 ? choiceValues : amounts)),
    },
    { weight: 1, arbitrary: fc.oneof(hostile, fc.jsonValue({ maxDepth: 3 }), fc.constant('[]')) },
  )
  return fc.oneof(
    { weight: 4, arbitrary: value.map((one) => [[name, one] as const]) },
    { weight: 1, arbitrary: fc.constant([]) },
  )
}
