import { knownFactsOf } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { parseDefinition } from '../file/definition.ts'
import { doubtsOf } from './doubt.ts'

const textOf = (entries: readonly string[]) => `name: Test
chains:
  mainnet:
    vault: '0x1111111111111111111111111111111111111111'
    manager: '0x2222222222222222222222222222222222222222'
    decoders: { default: '0x3333333333333333333333333333333333333333' }
    tokens: { MINE: '0x4444444444444444444444444444444444444444' }
    strategists:
      main:
        permissions:
${entries.map((entry) => `          - ${entry}\n`).join('')}`
const codes = ['unknown_token', 'repeated_permission', 'undecoded_function']
const doubtsIn = (...entries: readonly string[]) =>
  doubtsOf(parseDefinition(textOf(entries)), {
    chain: 1,
    strategist: 'main',
    knownFacts: knownFactsOf(1),
  }).filter(({ code }) => codes.includes(code))
const supply = (asset: string) =>
  `{ protocol: aave_v3, actions: [supply], pool: Spark, asset: ${asset} }`
const leaf = (signature: string) =>
  `leaf: { target: MINE, signature: '${signature}', arguments: [vault] }`
const foreign = "'0x9999999999999999999999999999999999999999'"

test('law: an entry that repeats another is found wherever the two stand, and no other is', () => {
  const tokens = ['WETH', 'USDC', 'DAI', 'MINE', 'WBTC']
  fc.assert(
    fc.property(
      fc.shuffledSubarray(tokens, { minLength: 1 }),
      fc.nat(),
      fc.nat(),
      (list, from, to) => {
        const entries = list.map(supply)
        expect(doubtsIn(...entries)).toEqual([])
        const repeated = entries[from % entries.length]!
        const at = to % (entries.length + 1)
        const findings = doubtsIn(...entries.slice(0, at), repeated, ...entries.slice(at))
        expect(findings.map(({ code, facts }) => [code, facts.leaves])).toEqual([
          ['repeated_permission', 1],
        ])
      },
    ),
    { numRuns: runsOf(0.3) },
  )
})

test('golden: the second of two entries is named, with its line and the one of the first', () => {
  const [only, ...others] = doubtsIn(supply('[WETH, DAI]'), supply('[USDC, WETH]'))
  expect(others).toEqual([])
  expect(only).toMatchObject({ severity: 'warning', facts: { line: 12, column: 13, leaves: 1 } })
  expect(only!.message).toMatch(
    /^Line 12: This entry permits what the entry of line 11 permits already: 1 leaf, such as supply\(/,
  )
})

test('golden: a token without a name, and a function that no decoder has', () => {
  expect(doubtsIn(supply(foreign), supply('MINE'))).toMatchObject([
    { code: 'unknown_token', facts: { line: 11, token: foreign.replaceAll("'", '') } },
  ])
  expect(doubtsIn(supply('WETH'), leaf('unheardOf(uint256)'))).toMatchObject([
    { code: 'undecoded_function', facts: { line: 12, column: 13 } },
  ])
})

test('refuses: neither an approval that two entries need, nor a known function, is a doubt', () => {
  const withdraw = supply('WETH').replace('[supply]', '[repay]')
  expect(doubtsIn(supply('WETH'), withdraw)).toEqual([])
  expect(doubtsIn(leaf('approve(address,uint256)'))).toEqual([])
})
