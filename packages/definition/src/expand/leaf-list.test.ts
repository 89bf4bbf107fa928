import { readdirSync, readFileSync } from 'node:fs'
import { parseTreeFile } from '@vaultwright/formats'
import { buildLeafTree, type Leaf, positionsOfLeaf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { type KnownFacts, knownFactsOf, mergeFacts, permissionsOf } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { unusedNamesOf } from '../check/check.ts'
import { parseDefinition } from '../file/definition.ts'
import { factsOfLock, parseLock } from '../file/lock.ts'
import { type OrderSlot, orderOf, parseOrder } from '../file/order.ts'
import { allLeavesOfStrategist, leavesOfStrategist } from './leaf-list.ts'
import { factsOfDefinition } from './permit-facts.ts'
import { buildStrategistTree } from './strategist-tree.ts'

const numRuns = runsOf(1 / 2)
const folder = new URL('../../../../fixtures/definitions/', import.meta.url)
const trees = new URL('../../../../fixtures/chain/trees/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const local = parseDefinition(read('local-eth.yaml'))
const lock = parseLock(read('vaultwright.lock.json'))
const knownFacts = mergeFacts([factsOfLock(lock, 31337), knownFactsOf(31337)])

const vault = '0x1111111111111111111111111111111111111111'
const manager = '0x2222222222222222222222222222222222222222'
const decoder = '0x3333333333333333333333333333333333333333'
const drone = '0x4444444444444444444444444444444444444444'
const textOf = (entries: readonly string[], more = '') => `name: Test
chains:
  mainnet:
    vault: ${vault}
    manager: ${manager}
    decoders: { default: ${decoder}, other: ${drone} }
    drones: { drone-0: ${drone} }
${more}    strategists:
      main:
        permissions:
${entries.map((entry) => `          - ${entry}\n`).join('')}`
const leavesOf = (entries: readonly string[], more = '', known: KnownFacts = knownFactsOf(1)) =>
  leavesOfStrategist(parseDefinition(textOf(entries, more)), {
    chain: 1,
    strategist: 'main',
    knownFacts: known,
  })
const shortOf = ({ target, signature, canSendValue }: Leaf) =>
  `${target.slice(0, 6)} ${signature.slice(0, signature.indexOf('('))}${canSendValue ? ' +' : ''}`

const defined = { 'local-eth': local, 'local-usd': parseDefinition(read('local-usd.yaml')) }

test.each([
  ['local-eth', 'main', 'main-3'],
  ['local-eth', 'lending', 'lending'],
  ['local-usd', 'main', 'main-3'],
  ['local-usd', 'lending', 'lending'],
] as const)('default: %s, %s is the tree that the chain has', (vault, strategist, tree) => {
  const file = parseTreeFile(readFileSync(new URL(`${vault}-${tree}.json`, trees)))
  const order = `${vault}.${strategist}.order.json`
  const ref = { chain: 'local', strategist, knownFacts }
  const leaves = leavesOfStrategist(defined[vault], ref)
  const used = file.tree.leaves.filter((leaf) => leaf.signature !== '')
  expect(leaves.every((leaf) => positionsOfLeaf(file.tree, leaf).length > 0)).toBe(true)
  expect(leaves.length).toBe(used.length)
  const terms = { ...ref, order: parseOrder(read(order)) }
  const built = buildStrategistTree(defined[vault], leaves, terms)
  expect(built.root).toBe(file.metadata.root)
  expect(built.file.metadata).toEqual(file.metadata)
})

test('behavior: lists are combined each with each, and what is built is read back', () => {
  const tokens = ['WETH', 'USDC', 'wstETH', 'DAI', 'weETH']
  const pools = ['Aave v3 Core', 'Spark', `'${drone}'`]
  const some = (all: readonly string[]) => fc.uniqueArray(fc.constantFrom(...all), { minLength: 1 })
  fc.assert(
    fc.property(some(pools), some(tokens), fc.boolean(), (pool, asset, approvals) => {
      const entry = `{ protocol: aave_v3, actions: [supply, withdraw], pool: [${pool}], asset: [${asset}], approvals: ${approvals} }`
      const leaves = leavesOf([entry])
      const { permissions } = permissionsOf(
        leaves,
        { vault, manager },
        { knownFacts: knownFactsOf(1) },
      )
      const lending = permissions.filter(({ action }) => action.route.startsWith('aave_v3/'))
      expect(lending.length).toBe(2 * pool.length * asset.length)
      expect(leaves.length).toBe((approvals ? 3 : 2) * pool.length * asset.length)
      const missing = lending.filter((permission) => permission.missing.length > 0)
      expect(missing.length).toBe(approvals ? 0 : pool.length * asset.length)
    }),
    { numRuns },
  )
})

test('behavior: leaves come in a fixed order, approvals first, with sentences', () => {
  const leaves = leavesOf([
    '{ protocol: aave_v3, actions: [supply, withdraw], pool: Spark, asset: [WETH, DAI] }',
  ])
  expect(leaves.map(({ description }) => description)).toEqual([
    'Approve Spark to spend WETH',
    'Supply WETH to Spark',
    'Approve Spark to spend DAI',
    'Supply DAI to Spark',
    'Withdraw WETH from Spark',
    'Withdraw DAI from Spark',
  ])
})

test('behavior: what belongs together is not multiplied', () => {
  const leaves = leavesOf([
    `{ protocol: aave_v3, actions: [withdraw], each: [{ pool: Spark, asset: [DAI, WETH] }, { pool: Aave v3 Core, asset: USDC }] }`,
  ])
  expect(leaves.length).toBe(3)
})

test('behavior: a drone acts in its own name, another decoder packs', () => {
  const [leaf] = leavesOf([
    '{ protocol: aave_v3, actions: [withdraw], pool: Spark, asset: WETH, as: drone-0, decoder: other }',
  ])
  expect(leaf).toMatchObject({ target: checksumOf(drone), decoder: checksumOf(drone) })
  expect(leaf!.arguments[1]).toBe(checksumOf(drone))
  expect(leaf!.description).toBe('(Drone: drone-0) Withdraw WETH from Spark')
})

test('behavior: duplicates stay only where they are wanted', () => {
  const entry = '{ protocol: aave_v3, actions: [withdraw], pool: Spark, asset: WETH }'
  const ref = { chain: 1, strategist: 'main', knownFacts: knownFactsOf(1) }
  const definition = parseDefinition(textOf([entry, entry]))
  expect(leavesOfStrategist(definition, ref).length).toBe(1)
  expect(allLeavesOfStrategist(definition, ref).length).toBe(2)
})

test('behavior: actions with and without value have both leaves, or the one that is named', () => {
  const entry = (value: string) =>
    `{ protocol: teller, actions: [deposit_with_referrer], teller: '${drone}', asset: WETH, vault: vault, referrer: '${manager}'${value} }`
  const of = (value: string) =>
    leavesOf([entry(value)]).filter(({ signature }) => signature.startsWith('deposit'))
  expect(of('').map(shortOf)).toEqual(['0x4444 deposit', '0x4444 deposit +'])
  expect(of(', value: true').map(shortOf)).toEqual(['0x4444 deposit +'])
  expect(of(', value: false').map(shortOf)).toEqual(['0x4444 deposit'])
})

test('behavior: facts tell tokens, and a definition may tell them itself', () => {
  const entry = '{ protocol: erc_4626, actions: [deposit], vault: sDAI }'
  expect(() => leavesOf([entry])).toThrow(expect.objectContaining({ code: 'missing_fact' }))
  const leaves = leavesOf([entry.replace(' }', ', asset: DAI }')])
  const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
  const factOf: KnownFacts['factOf'] = (_, call) => (call === 'asset()' ? dai : null)
  expect(leavesOf([entry], '', { ...knownFactsOf(1), factOf })).toEqual(leaves)
  expect(leaves[0]!.target).toBe(dai)
})

test('behavior: an approved token that may be each of a list is approved for each', () => {
  const entry = `{ protocol: curve, actions: [exchange], pool: '${drone}' }`
  expect(() => leavesOf([entry])).toThrow(expect.objectContaining({ code: 'missing_fact' }))
  const leaves = leavesOf([entry.replace(' }', ', coins: [USDC, DAI] }')])
  expect(leaves.map(shortOf)).toEqual(['0xA0b8 approve', '0x4444 exchange', '0x6B17 approve'])
})

test('behavior: a definition knows what belongs together', () => {
  const market = `{ protocol: morpho_blue, actions: [supply], loan_token: WETH, collateral_token: weETH, oracle: '${drone}', irm: '${manager}', lltv: 860000000000000000, morpho: Morpho Blue }`
  const definition = parseDefinition(textOf([market]))
  const facts = factsOfDefinition(definition, 1, knownFactsOf(1))
  expect(facts.entriesOf('morpho_blue')).toMatchObject([{ lltv: 860000000000000000n }])
  expect(facts.protocolsOf('0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb')).toEqual(['morpho_blue'])
  expect(facts.labelOf(vault)).toBe('Test')
})

test('behavior: reports unused names with their line', () => {
  const definition = parseDefinition(
    textOf(['{ protocol: aave_v3, actions: [withdraw], pool: Spark, asset: WETH }']),
  )
  expect(unusedNamesOf(definition, 1, knownFactsOf(1)).map(({ message }) => message)).toEqual([
    'Line 7: drones.drone-0 is named, and no permission uses it.',
    'Line 6: decoders.other is named, and no permission uses it.',
  ])
})

test.each([
  [
    '{ protocol: aave_v3, actions: [withdraw], pool: Sparkk, asset: WETH }',
    /line 11.*Did you mean Spark\?/,
  ],
  ['{ protocol: aave_v3, actions: [withdraw], pool: Spark, asset: WETTH }', /Did you mean WETH\?/],
  ['{ protocol: aave_v3, actions: [withdraw], asset: WETH }', /more than one pool of aave_v3/],
  ['{ protocol: aave_v3, actions: [withdraw], pool: Spark }', /needs asset for aave_v3\/withdraw/],
  [
    '{ protocol: aave_v3, actions: [withdraw], pool: Spark, asset: WETH, as: drone-1 }',
    /\.as is wrong: unknown drone: "drone-1"\. Did you mean drone-0/,
  ],
  [
    '{ protocol: aave_v3, actions: [withdraw], pool: Spark, asset: WETH, decoder: othr }',
    /unknown decoder: "othr"\. Did you mean other\?/,
  ],
  [
    '{ leaf: { target: vault, signature: "approve(address, uint256)" } }',
    /is not a canonical signature/,
  ],
  [
    '{ leaf: { target: vault, signature: "approve(address,uint256)", selector: "0xa9059cbb" } }',
    /leaf\.selector is not what the signature hashes to: 0x095ea7b3/,
  ],
  [
    '{ leaf: { target: nobody, signature: a() } }',
    /leaf\.target is wrong: unknown name on mainnet: "nobody"/,
  ],
  [
    '{ protocol: cctp, actions: [burn], messenger: vault, token: USDC, destination: mainnnet, recipient: vault, destination_caller: vault }',
    /destination is wrong: "mainnnet" is neither/,
  ],
  [
    '{ protocol: merkl, actions: [claim], distributor: vault, size: 99 }',
    /a list of a length that it does not take/,
  ],
])('error: UnresolvedDefinitionError for %s', (entry, message) => {
  expect(() => leavesOf([entry])).toThrow(
    expect.objectContaining({
      code: 'unresolved_definition',
      message: expect.stringMatching(message),
    }),
  )
})

test('error: UnresolvedDefinitionError for more combinations than any tree holds', () => {
  const many = Array.from({ length: 2100 }, (_, at) => `'0x${String(at + 1).padStart(40, '0')}'`)
  const of = (rest: string) =>
    leavesOf([`{ protocol: aave_v3, actions: [withdraw], pool: [${many}], ${rest} }`])
  for (const fields of [`asset: [${many}]`, `each: [{ asset: [${many}] }]`]) {
    expect(() => of(fields)).toThrow('has more than 4194304 combinations. Split it')
  }
})

test('error: InvalidCapacityError when the leaves do not fit', () => {
  const ref = { chain: 'local', strategist: 'lending', knownFacts }
  const leaves = leavesOfStrategist(local, ref)
  expect(() => buildStrategistTree(local, leaves, { ...ref, capacity: 16 })).toThrow(
    expect.objectContaining({ code: 'invalid_tree_capacity' }),
  )
  expect(buildStrategistTree(local, leaves, { ...ref, capacity: 64 }).file.metadata.capacity).toBe(
    64,
  )
})

test('behavior: examples are all built', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
  expect(files).toEqual(Object.keys(defined).map((name) => `${name}.yaml`))
})

test('behavior: the work is a fixed number of questions a leaf', () => {
  const lookups = (pools: number) => {
    let count = 0
    const counting: KnownFacts = {
      ...knownFactsOf(1),
      tokenOf: (account) => {
        count++
        return knownFactsOf(1).tokenOf(account)
      },
    }
    const addresses = Array.from(
      { length: pools },
      (_, at) => `'0x${String(at + 1).padStart(40, '0')}'`,
    )
    const entry = `{ protocol: aave_v3, actions: [supply, withdraw], pool: [${addresses}], asset: [WETH, DAI] }`
    const leaves = leavesOf([entry], '', counting)
    return { each: count / leaves.length, leaves: leaves.length }
  }
  const [few, many] = [lookups(10), lookups(170)]
  expect(many.leaves).toBe(1020)
  expect(many.each).toBeLessThanOrEqual(few.each)
})

test.each([
  ['{ protocol: aave_v3, actions: [supply], pool: [], asset: WETH }', 'is an empty list'],
  ['{ protocol: aave_v3, actions: [supply], pool: Spark, asset: [] }', 'is an empty list'],
  [
    `{ protocol: layer_zero, oft: ${drone}, token: WETH, recipient: vault, destination: 8453 }`,
    '8453 is the chain id of Base, not its layer_zero number. Write base',
  ],
  [
    '{ protocol: erc_20, actions: [approve], token: WETH, spender: teller }',
    'does not say the teller',
  ],
  [
    '{ protocol: aave_v3, asset: WETH }',
    'needs pool for aave_v3/supply, aave_v3/withdraw, aave_v3/borrow, aave_v3/repay, aave_v3/set_collateral, aave_v3/set_e_mode: ',
  ],
])('error: UnresolvedDefinitionError for %s', (entry, message) => {
  expect(() => leavesOf([entry])).toThrow(message)
})

test('behavior: reports an order of another tree, and what an order lacks', () => {
  const text = textOf(['{ protocol: aave_v3, actions: [supply], pool: Spark, asset: WETH }'])
  const definition = parseDefinition(text)
  const ref = { chain: 1, strategist: 'main', knownFacts: knownFactsOf(1) }
  const leaves = leavesOfStrategist(definition, ref)
  const slotOf = (digit: string) => ({ digest: `0x${digit.repeat(64)}` as const, description: '' })
  const order = orderOf(buildLeafTree(leaves))
  const codesOf = (slots: readonly OrderSlot[]) =>
    buildStrategistTree(definition, leaves, { ...ref, order: { ...order, slots } }).findings.map(
      ({ code }) => code,
    )
  expect(codesOf(order.slots)).toEqual([])
  expect(codesOf([slotOf('1'), slotOf('2')])).toEqual(['order_foreign'])
  expect(codesOf([slotOf('1'), order.slots[0]!])).toEqual(['order_vacated', 'order_added'])
  expect(codesOf([])).toEqual(['order_added'])
})

test('refuses: leaves that a suffix opens, unless a drone acts', () => {
  const via = 'token_in: USDC, via: WETH, token_out: DAI'
  const entry = (more: string) =>
    `{ protocol: uniswap_v3, actions: [swap_through], ${via}, approvals: false${more} }`
  expect(() => leavesOf([entry('')])).toThrow(
    /uniswap_v3\/swap_through that a drone's suffix opens: .* permits params\.recipient 0x6B17/,
  )
  expect(leavesOf([entry(', as: drone-0')]).map(({ target }) => target)).toEqual([drone])
  const hops = `{ protocol: uniswap_v3, actions: [swap], token_in: USDC, token_out: WETH, approvals: false }`
  expect(leavesOf([hops])).toHaveLength(1)
})
