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
const doubtsOfEntries = (...entries: readonly string[]) => doubtsIn(textOf(entries))
const doubtsIn = (text: string) =>
  doubtsOf(parseDefinition(text), {
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
        expect(doubtsOfEntries(...entries)).toEqual([])
        const repeated = entries[from % entries.length]!
        const index = to % (entries.length + 1)
        const findings = doubtsOfEntries(
          ...entries.slice(0, index),
          repeated,
          ...entries.slice(index),
        )
        expect(findings.map(({ code, facts }) => [code, facts.leaves])).toEqual([
          ['repeated_permission', 1],
        ])
      },
    ),
    { numRuns: runsOf(0.3) },
  )
})

test('golden: the second of two entries is named, with its line and the one of the first', () => {
  const [only, ...further] = doubtsOfEntries(supply('[WETH, DAI]'), supply('[USDC, WETH]'))
  expect(further).toEqual([])
  expect(only).toMatchObject({ severity: 'warning', facts: { line: 12, column: 13, leaves: 1 } })
  expect(only!.message).toMatch(
    /^Line 12: This entry permits what the entry of line 11 permits already: 1 leaf, such as supply\(/,
  )
})

test('golden: a token without a name, and a function that no decoder has', () => {
  expect(doubtsOfEntries(supply(foreign), supply('MINE'))).toMatchObject([
    { code: 'unknown_token', facts: { line: 11, token: foreign.replaceAll("'", '') } },
  ])
  expect(doubtsOfEntries(supply('WETH'), leaf('unheardOf(uint256)'))).toMatchObject([
    { code: 'undecoded_function', facts: { line: 12, column: 13 } },
  ])
})

const named = (decoder: string) => supply('WETH').replace(' }', `, decoder: ${decoder} }`)
const swaps = (actions: string, packing: string) =>
  `{ protocol: uniswap_v3, actions: [${actions}], packing: ${packing}, token_in: WETH, token_out: USDC }`

test('law: an entry whose decoder is another contract is a doubt, whoever names it and whatever it permits', () => {
  const contracts = [
    ["'0x1111111111111111111111111111111111111111'", 'the vault itself'],
    ["'0x2222222222222222222222222222222222222222'", 'the manager of this vault'],
    ["'0x4444444444444444444444444444444444444444'", 'the token MINE'],
    ["'0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'", 'the token WETH of Ethereum'],
    ["'0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'", 'Aave v3 Core (pool) of Ethereum'],
  ] as const
  const entries = [
    supply('WETH'),
    supply('[WETH, USDC, DAI]'),
    swaps('swap', 'UniswapV3'),
    leaf('approve(address,uint256)'),
    leaf('unheardOf(uint256)'),
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...contracts),
      fc.constantFrom(...entries),
      fc.constantFrom('decoders', 'strategist', 'entry'),
      ([address, otherAddress], entry, where) => {
        const plain = textOf([entry])
        const text = {
          decoders: plain.replace(
            "default: '0x3333333333333333333333333333333333333333'",
            () => `default: ${address}`,
          ),
          strategist: plain.replace('      main:\n', `      main:\n        decoder: ${address}\n`),
          entry: plain.replace(/ }\n$/, `, decoder: ${address} }\n`),
        }[where]
        const findings = doubtsIn(text)
        expect(findings).toMatchObject([
          { code: 'undecoded_function', facts: { other: otherAddress } },
        ])
        expect(findings[0]!.message).toContain(otherAddress)
      },
    ),
    { numRuns: runsOf(0.3) },
  )
})

test('golden: a decoder that packing names, and that lacks a function of the entry', () => {
  const [only, ...further] = doubtsOfEntries(supply('WETH'), swaps('swap, swap_02', 'UniswapV3'))
  expect(further).toEqual([])
  expect(only).toMatchObject({
    code: 'undecoded_function',
    facts: { line: 12, column: 13, selector: '0xb858183f', packing: 'UniswapV3' },
  })
  expect(only!.message).toContain(
    'The decoder UniswapV3, which packing names, does not have the function exactInput(',
  )
  expect(doubtsOfEntries(swaps('swap, swap_02', 'UniswapV3SwapRouter02'))).toMatchObject([
    { code: 'undecoded_function', facts: { selector: '0xc04b8d59' } },
  ])
})

test('refuses: neither a decoder of its own, nor the version that packs the entry, is a doubt', () => {
  expect(doubtsOfEntries(named(foreign))).toEqual([])
  expect(doubtsOfEntries(swaps('swap', 'UniswapV3'))).toEqual([])
  // The rules of a version hold what it does otherwise.
  const version =
    '{ protocol: uniswap_v3, actions: [burn, collect], packing: UniswapV3 (one vault) }'
  expect(doubtsOfEntries(version)).toEqual([])
})

test('refuses: neither an approval that two entries need, nor a known function, is a doubt', () => {
  const withdraw = supply('WETH').replace('[supply]', '[repay]')
  expect(doubtsOfEntries(supply('WETH'), withdraw)).toEqual([])
  expect(doubtsOfEntries(leaf('approve(address,uint256)'))).toEqual([])
})
