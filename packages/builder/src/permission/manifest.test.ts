import type { Address } from '@vaultwright/base'
import { buildLeaf, buildLeafTree, type Leaf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import {
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  emptyFacts,
  type KnownFacts,
  leafOf,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { constraintsOf } from './constraint.ts'
import { manifestOf } from './manifest.ts'
import type { TreeContext } from './permission-index.ts'

const of = (number: number) => checksumOf(`0x${(number + 0xabc).toString(16).padStart(40, '0')}`)
const [vault, manager, decoder] = [of(1), of(2), of(3)] as const
const [usdc, weth, core, prime] = [of(11), of(12), of(13), of(14)] as const

function leavesFor(route: string, values: Binding): readonly Leaf[] {
  const actor = { self: vault, manager, decoder, drone: null }
  const action = actionOf(route)!
  const approvals = approvalsOf(action, values).flatMap((wanted) => approvalLeavesOf(wanted, actor))
  return [leafOf(patternsOf(action, ruleBook)[0]!, values, actor), ...approvals]
}

function contextOf(leaves: readonly Leaf[], knownFacts: KnownFacts = emptyFacts): TreeContext {
  return { tree: buildLeafTree(leaves), vault, manager, chainId: 31337, knownFacts, reads: null }
}

const supplies = (pairs: readonly (readonly [Address, Address])[]) =>
  pairs.flatMap(([pool, asset]) => leavesFor('aave_v3/supply', { pool, asset }))

test('default: parameters of an action with one pool', () => {
  const symbols = new Map([
    [usdc, 'USDC'],
    [weth, 'WETH'],
  ])
  const knownFacts = {
    ...emptyFacts,
    tokenOf: (account: Address) => {
      const symbol = symbols.get(account)
      return symbol === undefined ? null : { symbol, decimals: 6, resetsApproval: false }
    },
  }
  const context = contextOf(
    supplies([
      [core, usdc],
      [core, weth],
      [core, of(15)],
    ]),
    knownFacts,
  )
  const { params, ...entry } = manifestOf(context)['aave_v3/supply']!
  expect(entry).toEqual({
    name: 'Supply',
    protocol: 'aave_v3',
    protocolAppUrl: 'https://app.aave.com',
    description: 'Supplies an asset to a lending pool, where it earns interest.',
    isPossible: false,
    hasConstraints: false,
  })
  const short = `${of(15).slice(0, 6)}…${of(15).slice(-4)}`
  expect(params).toMatchObject([
    { name: 'pool', type: 'str', required: false, defaultValue: core, choices: [core] },
    {
      name: 'asset',
      required: true,
      defaultValue: null,
      choices: [
        ['USDC', usdc],
        ['WETH', weth],
        [short, of(15)],
      ],
    },
    { name: 'amount', type: 'Decimal', required: false, choices: null, omitToUseAll: true },
  ])
  expect(constraintsOf(context, 'aave_v3/supply')).toBeNull()
})

test('behavior: constraints are there exactly when not every mix is permitted', () => {
  const all = [
    [core, usdc],
    [core, weth],
    [prime, usdc],
    [prime, weth],
  ] as const
  expect(manifestOf(contextOf(supplies(all)))['aave_v3/supply']!.hasConstraints).toBe(false)
  const context = contextOf(supplies(all.slice(0, 3)))
  expect(manifestOf(context)['aave_v3/supply']!.hasConstraints).toBe(true)
  expect(constraintsOf(context, 'aave_v3/supply')).toEqual(
    all.slice(0, 3).map(([pool, asset]) => ({ pool, asset })),
  )
})

test('behavior: what follows from other parameters is not required', () => {
  const { params } = manifestOf(
    contextOf(
      supplies([
        [core, usdc],
        [prime, weth],
      ]),
    ),
  )['aave_v3/supply']!
  expect(params.map(({ name, required }) => [name, required])).toEqual([
    ['pool', false],
    ['asset', true],
    ['amount', false],
  ])
})

test('behavior: an action whose approval is missing is not listed', () => {
  const [leaf, approval] = supplies([[core, usdc]])
  expect(Object.keys(manifestOf(contextOf([leaf!])))).toEqual([])
  expect(Object.keys(manifestOf(contextOf([leaf!, approval!])))).toEqual([
    'aave_v3/supply',
    'erc_20/approve',
  ])
})

test('behavior: entries that belong together restrict what leaves do not bind', () => {
  const market = { loan_token: usdc, collateral_token: weth, oracle: of(21), irm: of(22) }
  const route = 'morpho_blue/supply_collateral'
  const leaves = leavesFor(route, { morpho: of(20), ...market })
  const entry = (lltv: bigint) => ({ ...market, lltv })
  const entriesOf = (name: string) =>
    name === 'morpho_blue' ? [entry(86n), entry(94n), { ...entry(1n), oracle: of(23) }] : []
  const { params } = manifestOf(contextOf(leaves, { ...emptyFacts, entriesOf }))[route]!
  expect(params.find(({ name }) => name === 'lltv')).toMatchObject({
    type: 'int',
    required: true,
    choices: ['86', '94'],
  })
})

test('behavior: what is known is asked for in proportion to the leaves', () => {
  const parametersOf = (count: number) => {
    let calls = 0
    const counted =
      <Value>(value: Value) =>
      () => {
        calls++
        return value
      }
    const knownFacts: KnownFacts = {
      tokenOf: counted(null),
      labelOf: counted(null),
      protocolsOf: counted([]),
      factOf: counted(null),
      entriesOf: counted([]),
    }
    const pairs = Array.from(
      { length: count / 2 },
      (_, at) => [of(50 + (at % 7)), of(100 + at)] as const,
    )
    const context = contextOf(supplies(pairs), knownFacts)
    expect(context.tree.leaves).toHaveLength(count)
    manifestOf(context)
    return calls
  }
  expect(parametersOf(4096)).toBeLessThan(4.5 * parametersOf(1024))
  expect(parametersOf(4096)).toBeLessThan(8 * 4096)
})

test('golden: a withdrawal from an account that is not known is only possibly an action', () => {
  const leaf = buildLeaf({
    decoder,
    target: core,
    canSendValue: false,
    signature: 'withdraw(uint256)',
    arguments: [],
    description: '',
  })
  const open = Object.entries(manifestOf(contextOf([leaf])))
  expect(open.length).toBeGreaterThan(0)
  expect(open.every(([, { isPossible }]) => isPossible)).toBe(true)
})
