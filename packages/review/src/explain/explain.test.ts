import { type Address, type Hex, InvalidHexError, printHex } from '@vaultwright/base'
import { parseTreeFile } from '@vaultwright/formats'
import {
  appendDroneTarget,
  buildLeaf,
  buildLeafTree,
  buildRuleBook,
  type Call,
  digestOf,
  droneFlag,
  type Leaf,
  type LeafTree,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasRealTrees, readRealTree } from '../../../../test/support/call/real-tree.ts'
import { type Explanation, explainCall } from './explain.ts'
import { nearText, printExplanation } from './explain-print.ts'

const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const supplySignature = 'supply(address,uint256,address,uint16)'
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 code)',
  'function collect(uint256 tokenId, address recipient)',
  'function guarded(address to, bytes data)',
  'function ping()',
  'function mystery(address one, address other)',
])
const rules = buildRuleBook([
  {
    decoder: 'Base',
    functions: [
      { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
      { signature: 'ping()', packs: '' },
      { signature: 'withdrawNativeFromDrone()', packs: '' },
    ],
  },
  {
    decoder: 'Pool',
    reads: {
      ownerOf: { contract: 'the NFT', function: 'ownerOf(uint256 id)', returns: '(address owner)' },
    },
    functions: [
      {
        signature: 'supply(address asset, uint256 amount, address onBehalfOf, uint16 code)',
        packs: 'asset, onBehalfOf',
      },
      {
        signature: 'collect(uint256 tokenId, address recipient)',
        packs: 'recipient, ownerOf(tokenId)',
      },
      {
        signature: 'guarded(address to, bytes data)',
        packs: 'to',
        checks: ['length(data) == 0 else CallbackNotSupported'],
      },
    ],
  },
])

type Parts = {
  readonly signature?: string
  readonly decoder?: number
  readonly target?: number
  readonly value?: boolean
  readonly args?: readonly number[]
}

function leaf(parts: Parts): Leaf {
  return buildLeaf({
    decoder: account(parts.decoder ?? 100),
    target: account(parts.target ?? 1),
    canSendValue: parts.value ?? false,
    signature: parts.signature ?? 'approve(address,uint256)',
    arguments: (parts.args ?? []).map(account),
    description: `leaf of ${parts.target ?? 1}`,
  })
}

function call(target: number, data: Hex, value = 0n): Call {
  return { target: account(target), data, value }
}

const supply = (asset: number, onBehalfOf: number) =>
  encodeFunctionData({
    abi,
    functionName: 'supply',
    args: [account(asset), 5n, account(onBehalfOf), 0],
  })
const approve = (spender: number) =>
  encodeFunctionData({ abi, functionName: 'approve', args: [account(spender), 7n] })

const tree = buildLeafTree([
  leaf({ args: [2] }),
  leaf({ signature: supplySignature, target: 2, args: [3, 4] }),
  leaf({ signature: supplySignature, target: 2, args: [5, 4], value: true }),
  leaf({ args: [2] }),
  leaf({ signature: 'collect(uint256,address)', target: 6, args: [4, 4], decoder: 101 }),
  leaf({ signature: 'guarded(address,bytes)', target: 7, args: [4] }),
  leaf({ signature: 'withdrawNativeFromDrone()', target: 9 }),
  leaf({ args: [2, 3], target: 9 }),
  leaf({ signature: 'ping()', args: [3], target: 9 }),
  leaf({ signature: 'mystery(address,address)', args: [3, 4], target: 8 }),
])
const explain = (of: Call, inTree: LeafTree = tree) => explainCall(of, inTree, { rules })
const firstOf = (explanation: Explanation) => nearText(explanation.nearest[0]!)
const codesOf = (explanation: Explanation) => explanation.problems.map(({ code }) => code)

describe('explainCall', () => {
  test('default', () => {
    const explanation = explain(call(2, supply(3, 9)))
    expect(explanation.permitted).toBe(false)
    expect(printExplanation(explanation)).toMatchInlineSnapshot(`
      "refused: supply(address,uint256,address,uint16) on 0x0000000000000000000000000000000000000002, value 0

      nearest leaves:
        slot 1, supply(address,uint256,address,uint16) "leaf of 2": same target and selector; argument 2 \`onBehalfOf\` is 0x0000000000000000000000000000000000000009, the leaf allows 0x0000000000000000000000000000000000000004.
        slot 2, supply(address,uint256,address,uint16) "leaf of 2": same target and selector; argument 1 \`asset\` is 0x0000000000000000000000000000000000000003, the leaf allows 0x0000000000000000000000000000000000000005 (and 2 more).

      the leaf that would permit it:
        decoder    0x0000000000000000000000000000000000000064 (the nearest leaf's; the call names none)
        target     0x0000000000000000000000000000000000000002
        value      no
        function   supply(address,uint256,address,uint16) 0x617ba037
        argument 1 0x0000000000000000000000000000000000000003 asset
        argument 2 0x0000000000000000000000000000000000000009 onBehalfOf
        digest     0xbcafac16b3602e2a4db4b90b9803eaf07bc5ffcc5c8fcc22e81483e0435556c2
        packed as  Pool
      "
    `)
  })

  test('behavior: a permitted call names every slot', () => {
    const explanation = explain(call(1, approve(2)))
    expect(explanation).toMatchObject({ permitted: true, match: 'exact', positions: [0, 3] })
    expect(explanation.wanted).toEqual([])
    expect(printExplanation(explanation)).toContain('slots 0 and 3 (by rule)')
  })

  test('behavior: the value-flag twin is named', () => {
    const explanation = explain(call(2, supply(3, 4), 1n))
    expect(explanation.problems).toEqual([{ code: 'value_twin', positions: [1] }])
    expect(firstOf(explanation)).toContain(
      'same target, selector and arguments; the call sends value, the leaf allows it only without.',
    )
    expect(firstOf(explain(call(2, supply(5, 4))))).toContain('only with value')
  })

  test('behavior: a leaf of fewer or more arguments says which is too much', () => {
    const short = buildLeafTree([leaf({ signature: supplySignature, target: 2, args: [3] })])
    expect(firstOf(explain(call(2, supply(3, 4)), short))).toContain(
      `argument 2 \`onBehalfOf\` is ${account(4)}, the leaf has no such argument`,
    )
    const long = buildLeafTree([leaf({ signature: supplySignature, target: 2, args: [3, 4, 0] })])
    expect(firstOf(explain(call(2, supply(3, 4)), long))).toContain('gives no argument 3')
  })

  test('behavior: a decoder that is asked for counts', () => {
    const explanation = explain({ ...call(2, supply(3, 4)), decoder: account(70) })
    expect(explanation.nearest[0]?.unmet).toMatchObject([{ code: 'decoder' }])
    expect(explanation.wanted[0]).toMatchObject({ decoderFrom: 'call' })
    expect(explanation.wanted[0]?.leaf.decoder).toBe(account(70))
  })

  test('behavior: target and function that no leaf has are named', () => {
    const explanation = explain(call(99, '0x12345678'))
    expect(codesOf(explanation)).toEqual(['unknown_target', 'unknown_selector', 'unknown_function'])
    expect(explanation.nearest).toHaveLength(5)
    expect(explanation.wanted).toEqual([])
  })

  test('behavior: reads that are missing are named, used when given, and hide no other difference', () => {
    const data = encodeFunctionData({ abi, functionName: 'collect', args: [12n, account(4)] })
    const explanation = explain(call(6, data))
    expect(explanation).toMatchObject({ permitted: true, match: 'conditional', positions: [4] })
    expect(printExplanation(explanation)).toContain(`if ownerOf(12) is ${account(4)}`)
    const collect = encodeFunctionData({ abi, functionName: 'collect', args: [12n, account(5)] })
    const refused = explain(call(6, collect))
    expect(codesOf(refused)).toEqual(['needs_reads'])
    expect(refused.nearest[0]?.unmet.map(({ code }) => code)).toEqual(['argument', 'needs_reads'])
    expect(firstOf(refused)).toContain(`is ${account(5)}, the leaf allows ${account(4)}`)
    const forOwner = (owner: number) =>
      explainCall(call(6, data), tree, { rules, reads: { 'ownerOf(12)': account(owner) } })
    expect(forOwner(4).permitted).toBe(true)
    expect(firstOf(forOwner(5))).toContain(`is ${account(5)}, the leaf allows ${account(4)}`)
  })

  test('behavior: a decoder that reverts is named with its error', () => {
    const data = encodeFunctionData({ abi, functionName: 'guarded', args: [account(4), '0x01'] })
    const explanation = explain(call(7, data))
    expect(codesOf(explanation)).toEqual(['refused_by_decoder'])
    expect(firstOf(explanation)).toContain('the decoder reverts with CallbackNotSupported')
    expect(codesOf(explain(call(7, data.slice(0, 60) as Hex)))).toEqual(['refused_by_decoder'])
  })

  test('behavior: a drone forwards only where its leaf says', () => {
    const suffixed = (target: number) => appendDroneTarget(approve(2), account(target))
    expect(explain(call(9, suffixed(3)))).toMatchObject({ permitted: true, positions: [7] })
    expect(firstOf(explain(call(9, suffixed(5))))).toContain(
      `the drone is to forward to ${account(5)}, the leaf allows ${account(3)}`,
    )
    expect(firstOf(explain(call(9, approve(2))))).toContain('does not end in the suffix')
    const needed = explain(call(1, suffixed(3))).wanted[0]
    expect(needed?.leaf.arguments).toEqual([account(2), account(3)])
    expect(needed?.labels).toEqual(['spender', 'drone target'])
  })

  test('behavior: a drone suffix too short to count is named', () => {
    const selector = encodeFunctionData({ abi, functionName: 'ping' })
    const bare = `${selector}${account(3).slice(2)}${droneFlag.slice(2)}` as Hex
    expect(explain(call(9, bare)).problems).toContainEqual({
      code: 'short_drone_suffix',
      length: 56,
    })
    expect(explain(call(9, appendDroneTarget(selector, account(3)))).positions).toEqual([8])
  })

  test('behavior: without a rule the arguments are looked for in the calldata', () => {
    const mystery = (one: number, other: number) =>
      encodeFunctionData({ abi, functionName: 'mystery', args: [account(one), account(other)] })
    expect(explain(call(8, mystery(3, 4)))).toMatchObject({ match: 'structural', positions: [9] })
    const refused = explain(call(8, mystery(3, 5)))
    expect(refused.permitted).toBe(false)
    expect(firstOf(refused)).toContain(`the leaf asks for ${account(4)}`)
  })

  test('behavior: the wanted leaf permits the call once it is in the tree', () => {
    let refusedCount = 0
    const anyCall = fc.record({
      target: fc.integer({ min: 1, max: 4 }),
      asset: fc.integer({ min: 2, max: 6 }),
      owner: fc.integer({ min: 3, max: 5 }),
      value: fc.constantFrom(0n, 1n),
      drone: fc.boolean(),
    })
    fc.assert(
      fc.property(anyCall, ({ target, asset, owner, value, drone }) => {
        const plain = supply(asset, owner)
        const madeCall = call(target, drone ? appendDroneTarget(plain, account(3)) : plain, value)
        const explanation = explain(madeCall)
        if (explanation.permitted) return
        refusedCount++
        const [needed] = explanation.wanted
        expect(printHex(digestOf(needed!.leaf))).toBe(needed!.digest)
        const drones = drone
          ? [leaf({ signature: 'approve(address,uint256)', target, args: [8, 3] })]
          : []
        const larger = buildLeafTree([...drones, needed!.leaf])
        expect(explain(madeCall, larger).permitted).toBe(true)
      }),
    )
    expect(refusedCount).toBeGreaterThan(0)
  })

  test('behavior: the nearest leaf is the one with the fewest differing fields', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 3, max: 5 }),
        (target, asset, owner) => {
          const { nearest, permitted } = explain(call(target, supply(asset, owner)))
          expect(permitted).toBe(nearest[0]?.unmet.length === 0)
          const distances = nearest.map(({ distance }) => distance)
          expect(distances).toEqual(distances.toSorted((a, b) => a - b))
          for (const { unmet, distance } of nearest) {
            if (distance > 0) expect(unmet.length).toBeGreaterThan(0)
          }
        },
      ),
    )
  })

  test('behavior: an explanation is data that JSON keeps', () => {
    const explanation = explain(call(2, supply(3, 9), 2n ** 200n))
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation)
  })

  test('behavior: calldata without a selector is refused', () => {
    expect(codesOf(explain(call(1, '0x')))).toContain('refused_by_decoder')
    expect(explain(call(1, '0x095e')).permitted).toBe(false)
  })

  test('error: InvalidHexError', () => {
    expect(() => explain(call(1, '0xabc'))).toThrow(InvalidHexError)
  })

  test.skipIf(!hasRealTrees)('behavior: every approval of a real tree (skipped without it)', () => {
    const real = parseTreeFile(readRealTree('ethereum-liquid-eth.json')).tree
    const foreignAccount = account(0xbad)
    let count = 0
    for (const [
      position,
      {
        signature,
        target,
        arguments: [spender],
        canSendValue,
      },
    ] of real.leaves.entries()) {
      if (signature !== 'approve(address,uint256)' || count > 40) continue
      count++
      const data = encodeFunctionData({ abi, functionName: 'approve', args: [spender!, 1n] })
      const call = { target, data, value: canSendValue ? 1n : 0n }
      expect(explainCall(call, real, { rules: ruleBook }).positions).toContain(position)
      const wrong = encodeFunctionData({
        abi,
        functionName: 'approve',
        args: [foreignAccount, 1n],
      })
      const { permitted, nearest } = explainCall({ ...call, data: wrong }, real, {
        rules: ruleBook,
      })
      expect(permitted).toBe(false)
      expect(nearest[0]).toMatchObject({ distance: 2, leaf: { target } })
    }
    expect(count).toBeGreaterThan(40)
  })
})
