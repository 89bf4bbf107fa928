import { knownFactsOf } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { allLeavesOfStrategist } from '../expand/leaf-list.ts'
import { buildStrategistTree } from '../expand/strategist-tree.ts'
import { chainIn, DefinitionFileError, parseDefinition } from './definition.ts'
import { ReserveUnitError, swapPolicyOf } from './swap-policy.ts'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const oracle = '0x4444444444444444444444444444444444444444'
const head = `name: Test
chains:
  mainnet:
    vault: '0x1111111111111111111111111111111111111111'
    manager: '0x2222222222222222222222222222222222222222'
    decoders: { default: '0x3333333333333333333333333333333333333333' }
    addresses: { Price oracle: '${oracle}', Feed: '0x5555555555555555555555555555555555555555' }
    tokens: { ODD: '0x6666666666666666666666666666666666666666', DUST: { address: '0x7777777777777777777777777777777777777777', decimals: 0 } }
    strategists:
      main:
        permissions:
          - { protocol: aave_v3, actions: [supply], pool: Spark, asset: [WETH] }
`
const facts = knownFactsOf(1)
const policyOf = (swap: string) =>
  swapPolicyOf(chainIn(parseDefinition(`${head}    swap: ${swap}\n`), 1), facts)

/** The problem and its place, as `line:column message`. */
function problemsOf(swap: string): readonly string[] {
  try {
    parseDefinition(`${head}    swap: ${swap}\n`)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionFileError)
    const { problems } = (error as DefinitionFileError).facts as {
      problems: readonly { line: number; column: number; message: string }[]
    }
    return problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
  }
}

test('default: a policy of prices alone has the limits of the schema', () => {
  expect(policyOf("{ prices: { WETH: { oracle: 'Price oracle', per: usd } } }")).toEqual({
    maxLossBps: 50n,
    maxSlippageBps: 100n,
    maxImpactBps: 150n,
    quoteTtlSeconds: 60,
    requoteToleranceBps: 10n,
    maxOrderSeconds: 604_800,
    reserves: new Map(),
    prices: [{ kind: 'oracle', asset: weth, oracle, per: 'usd', confidence: null }],
    deviationBps: 100n,
  })
  expect(swapPolicyOf(chainIn(parseDefinition(head), 1), facts)).toBeNull()
})

test('golden: reserves are base units, and each source becomes what a chain is asked for', () => {
  const policy = policyOf(`
      max_loss_bps: 0
      reserve: { WETH: '5', USDC: '0.25', DUST: 7 }
      prices:
        WETH:
          - { oracle: 'Price oracle', per: usd }
          - { feed: Feed, max_age_seconds: 3600, confidence: '0.9' }
        ODD: { rate: ODD, per: '${weth}' }`)!
  expect([policy.maxLossBps, [...policy.reserves]]).toEqual([
    0n,
    [
      [weth, 5n * 10n ** 18n],
      [usdc, 250_000n],
      ['0x7777777777777777777777777777777777777777', 7n],
    ],
  ])
  expect(policy.prices).toEqual([
    { kind: 'oracle', asset: weth, oracle, per: 'usd', confidence: null },
    {
      kind: 'feed',
      asset: weth,
      feed: '0x5555555555555555555555555555555555555555',
      maxAgeSeconds: 3600,
      confidence: '0.9',
    },
    {
      kind: 'rate',
      asset: '0x6666666666666666666666666666666666666666',
      provider: '0x6666666666666666666666666666666666666666',
      per: weth,
      confidence: null,
    },
  ])
})

test('law: a policy of swaps never changes the root of a tree', () => {
  const bps = fc.nat(10_000)
  fc.assert(
    fc.property(bps, bps, fc.integer({ min: 300, max: 99_999 }), (loss, impact, seconds) => {
      const swap = `    swap: { max_loss_bps: ${loss}, max_impact_bps: ${impact}, max_order_seconds: ${seconds}, prices: { WETH: { oracle: 'Price oracle', per: usd } } }\n`
      expect(rootOf(head + swap)).toBe(rootOf(head))
    }),
    { numRuns: runsOf(1 / 10) },
  )
})

function rootOf(text: string): string {
  const definition = parseDefinition(text)
  const place = { chain: 1, strategist: 'main' }
  const leaves = allLeavesOfStrategist(definition, { ...place, knownFacts: facts })
  return buildStrategistTree(definition, leaves, place).root
}

test.each([
  ['{ prices: {} }', '13:13 chains.mainnet.swap.prices needs the price of a token'],
  ['{ max_loss_bps: 50 }', 'chains.mainnet.swap.prices is missing'],
  ["{ prices: { WETH: { pool: '0x4', per: usd } } }", 'An exchange is not a source'],
  ["{ prices: { WETH: { twap: 'Feed', oracle: 'Feed' } } }", 'twap is not a key here'],
  ['{ prices: { WETH: { per: usd } } }', 'must have one of the keys feed, oracle, rate'],
  [
    '{ prices: { WETH: { feed: Feed, oracle: Feed, per: usd } } }',
    'must have one of the keys feed, oracle, rate',
  ],
  ['{ prices: { WETH: { feed: Feed } } }', '.max_age_seconds is missing'],
  ['{ prices: { WETH: { feed: Feed, max_age_seconds: 60, per: USDC } } }', '.per must be usd'],
  ['{ prices: { WETH: { oracle: Feed } } }', '.per is missing'],
  ['{ prices: { WETH: { rate: Feed, per: usd } } }', '.per must be a token'],
  ['{ prices: { WETH: { oracle: Fee, per: usd } } }', 'Did you mean Feed?'],
  ['{ prices: { WETHH: { oracle: Feed, per: usd } } }', 'WETHH cannot be resolved'],
  ['{ prices: { WETH: { oracle: Feed, per: WETH } } }', 'must be another token'],
  [
    `{ prices: { WETH: { oracle: Feed, per: usd }, '${weth}': { oracle: Feed, per: usd } } }`,
    'too',
  ],
  [
    '{ prices: { WETH: [{ oracle: Feed, per: usd }, { oracle: Feed, per: usd }] } }',
    'is the same source again',
  ],
  ['{ prices: { vault: { oracle: Feed, per: usd } } }', "the vault's own account"],
  ['{ max_loss_bps: 10001, prices: { WETH: { oracle: Feed, per: usd } } }', 'max_loss_bps'],
  ['{ max_order_seconds: 299, prices: { WETH: { oracle: Feed, per: usd } } }', 'max_order_seconds'],
  [
    "{ reserve: { WETH: '-1' }, prices: { WETH: { oracle: Feed, per: usd } } }",
    'reserve.WETH must be an amount',
  ],
  [
    '{ max_los_bps: 1, prices: { WETH: { oracle: Feed, per: usd } } }',
    'max_los_bps is not a key here',
  ],
])('refuses: %s', (swap, message) => {
  const problems = problemsOf(swap)
  expect(problems.join('\n')).toContain(message)
  for (const problem of problems) expect(problem).toMatch(/^13:\d+ /)
})

test.each([
  ["{ ODD: '1' }", 'the decimals of the token are not known'],
  ["{ USDC: '0.1234567' }", 'the token has 6 decimals'],
])('refuses: a reserve that cannot be counted, %s', (reserve, message) => {
  const swap = `{ reserve: ${reserve}, prices: { WETH: { oracle: Feed, per: usd } } }`
  expect(() => policyOf(swap)).toThrow(ReserveUnitError)
  expect(() => policyOf(swap)).toThrow(message)
})
