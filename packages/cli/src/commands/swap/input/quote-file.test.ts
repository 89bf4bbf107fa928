import { readFileSync } from 'node:fs'
import { BaseError } from '@vaultwright/base'
import { type Measurement, type QuoteInputs, quoteOf, type SwapQuote } from '@vaultwright/swap'
import { swapQuoteOf } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { leafPathsOf, withDamage } from '../../../../../../test/support/swap/quote-damage.ts'
import {
  inputsOf,
  legOf,
  measured,
  oneWeth,
  usd,
  vault,
} from '../../../../../../test/support/swap/quote-input.ts'
import { plain } from '../../../terminal/style.ts'
import { printExplanation } from '../print/explanation.ts'
import { printQuote } from '../quote.ts'
import { checkQuote, quoteFileOf, quoteRecordOf } from './quote-file.ts'

const third = `0x${'44'.repeat(20)}` as const
const half = oneWeth / 2n
const tenth = { sold: oneWeth / 1000n, bought: 2n * usd }

const offered = legOf({
  route: 'one_inch/swap_v5',
  title: '1inch v5',
  kind: 'aggregator',
  params: {},
  slot: 2,
  given: { data: '0x12aa3caf', least: 1_994n * usd, quote: null, offered: 2_001n * usd },
})
const parts = [100, 3000].map((fee, index) =>
  legOf({
    params: { fee: String(fee) },
    sellAmount: half,
    bought: (999n - BigInt(index)) * usd,
    thousandth: { sold: half / 1000n, bought: usd },
  }),
)
const hops = [
  legOf({ route: 'native_wrapper/unwrap', params: {}, buyToken: third, bought: oneWeth }),
  legOf({ sellToken: third, bought: 1_991n * usd }),
]

const measurements: readonly Measurement[] = [
  measured('c1', 1_957_703_388n, { legs: [legOf({ thousandth: tenth })], isLeastEnforced: true }),
  measured('c2', 2_000n * usd, { legs: [offered], gasUsed: 168_965n }),
  measured('c3', 1_997n * usd, { legs: parts, gasUsed: 290_938n }),
  measured('c4', 1_991n * usd, { legs: hops, leftover: [{ token: third, amount: 7n }] }),
  measured('c5', 0n, {
    legs: [legOf({ params: { fee: '10000' } })],
    isSuccess: false,
    failure: { code: 'venue_reverted', message: 'Pool does not exist' },
  }),
]

const inputs: QuoteInputs = inputsOf(measurements, {
  blockUnix: 1_771_070_484n,
  gasPriceWei: 1_000_000_000n,
  failures: [{ asset: vault, source: 'feed', reason: 'it is stale' }],
  unpermitted: [
    {
      route: 'balancer_v2/swap',
      params: { pool: '1' },
      buyAmount: 2_010n * usd,
      method: 'view',
      permittingLeaf: {
        decoder: vault,
        target: third,
        canSendValue: false,
        signature: 'swap(address)',
        arguments: [vault],
        digest: `0x${'ef'.repeat(32)}`,
      },
    },
    {
      route: 'kyber',
      params: {},
      buyAmount: 2_005n * usd,
      method: 'offered',
      permittingLeaf: null,
    },
    {
      route: 'curve/exchange',
      params: {},
      buyAmount: 1_999n * usd,
      method: 'view',
      permittingLeaf: null,
    },
  ],
})

const quote: SwapQuote = quoteOf(inputs)
const quoteRecord = quoteRecordOf(quote, 60)

// biome-ignore lint/suspicious/noExplicitAny: tests change documents anywhere
function documentOf(id = quoteRecord.id): any {
  return JSON.parse(JSON.stringify(swapQuoteOf(quote, { ...quoteRecord, id })))
}

const verdictOf = (document: unknown) => checkQuote(quoteFileOf(document, 'quote.json')).difference

test('golden: a quote has the ways as a table, the reasons, and the leaf that a better way lacks', () => {
  expect([...printQuote(quote, plain)].join('')).toMatchInlineSnapshot(`
    "Sell 1 WETH for USDC
    best      c2, one_inch/swap_v5: 2,000 USDC
    at least  1,994 USDC
    fair      2,000 USDC
              1 WETH = 2000 USD, oracle, 1970-01-01T00:00:01Z
              1 USDC = 1 USD, oracle, 1970-01-01T00:00:01Z
    bound     1,990 USDC: at most 0.5 % less
    slippage  0.3 %
    block     120, 0xabababababababababababababababababababababababababababababababab

    id  state                  buys USDC   at least  loss bps  impact bps      gas    net of gas  way
    c2  best                       2,000      1,994         0              168,965   1,999.66207  one_inch/swap_v5
    c3  ready                      1,997  1,991.009        15          15  290,938  1,996.418124  50 % uniswap_v3/swap fee 100 + 50 % uniswap_v3/swap fee 3000
    c4  ready                      1,991      1,990        45              180,792  1,990.638416  native_wrapper/unwrap, then uniswap_v3/swap fee 500
    c1  price_out_of_bound  1,957.703388             211.4831    211.4831  180,792  1,957.341804  uniswap_v3/swap fee 500
    c2: its maker offered 2,001 USDC.
    c4: 7 base units of 0x4444444444444444444444444444444444444444 stay in the vault, 0.0001 bps of what its first hop buys.
    c2 buys 3 USDC more than c3 and uses 121,973 gas less.
    c2 buys 9 USDC more than c4 and uses 11,827 gas less.
    c2 buys 42.296612 USDC more than c1 and uses 11,827 gas less. c1 is refused: 2.12 % less than the tokens are worth; the policy allows 0.50 %.

    Refused
      c1  2.12 % less than the tokens are worth; the policy allows 0.50 %. [price_out_of_bound]
      uniswap_v3/swap fee 10000  Pool does not exist [venue_reverted]

    Not permitted
      balancer_v2/swap pool 1 would buy 2,010 USDC, 10 USDC more than c2
          would permit: swap(address) on 0x4444444444444444444444444444444444444444
            decoder    0x3333333333333333333333333333333333333333
            argument   0x3333333333333333333333333333333333333333
            digest     0xefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef
      kyber would buy 2,005 USDC, 5 USDC more than c2
          no decoder reads its calldata, so no leaf would permit it
      1 other buys no more than the best.
    "
  `)
})

test('golden: an explanation says each step with its numbers, and the verdict', () => {
  const check = checkQuote(quoteFileOf(documentOf(), 'quote.json'))
  expect([...printExplanation(check, plain)].join('')).toMatchInlineSnapshot(`
    "Asked
      Sell 1 WETH for USDC, with a slippage of 0.3 %.
      Every number is of block 120 of chain 31337, 2026-02-14T12:01:24Z, 0xabababababababababababababababababababababababababababababababab.
      The vault is 0x3333333333333333333333333333333333333333, and the tree has the root 0xcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd.

    Fair value
      feed gives no price of 0x3333333333333333333333333333333333333333: it is stale.
      1 WETH is worth 2000 USD: oracle, 1970-01-01T00:00:01Z.
      1 USDC is worth 1 USD: oracle, 1970-01-01T00:00:01Z.
      1 WETH is worth 2,000 USDC: amount times price, divided by the price of USDC, rounded down.

    Bound
      The policy allows a loss of 0.5 %: a swap must buy 1,990 USDC, which is 2,000 USDC × 9950 / 10000, rounded up.
      A swap may move the price by 1.5 %.

    Ways, the best first
      They are ranked by what is left after gas; what may not be built comes last.
      1. c2, one_inch/swap_v5: 1 WETH bought 2,000 USDC with 168,965 gas, 0 bps worse than fair, 1,999.66207 USDC after gas.
         Its maker offered 2,001 USDC.
         How far it moves the price is not known: The calldata of one_inch/swap_v5 is for this amount alone.
         Minimum output: 1,994 USDC, which the calldata of the third party demands.
      2. c3, 50 % uniswap_v3/swap fee 100 + 50 % uniswap_v3/swap fee 3000: 1 WETH bought 1,997 USDC with 290,938 gas, 15 bps worse than fair, 1,996.418124 USDC after gas.
         A unit sells 15 bps worse than one of a thousandth of each part.
         Minimum output: 1,991.009 USDC: 1,997 USDC less 0.3 % of slippage, rounded up.
      3. c4, native_wrapper/unwrap, then uniswap_v3/swap fee 500: 1 WETH bought 1,991 USDC with 180,792 gas, 45 bps worse than fair, 1,990.638416 USDC after gas.
         How far it moves the price is not known: What native_wrapper/unwrap buys for a thousandth was not tried.
         Minimum output: 1,990 USDC: the bound, which is more than slippage leaves.
      4. c1, uniswap_v3/swap fee 500: 1 WETH bought 1,957.703388 USDC with 180,792 gas, 211.4831 bps worse than fair, 1,957.341804 USDC after gas.
         A unit sells 211.4831 bps worse than one of a thousandth of it.
         Refused: 2.12 % less than the tokens are worth; the policy allows 0.50 %. [price_out_of_bound]
      The best is c2.

    Refused before they ran to the end
      uniswap_v3/swap fee 10000: Pool does not exist [venue_reverted]

    Not permitted
      balancer_v2/swap pool 1 would buy 2,010 USDC; a leaf for swap(address) on 0x4444444444444444444444444444444444444444 would permit it.
      kyber would buy 2,005 USDC; no decoder reads its calldata, so no leaf would permit it.
      curve/exchange would buy 1,999 USDC; no decoder reads its calldata, so no leaf would permit it.

    Given by the receipt, and not computed: chain, block and its time, vault, root, which formula, what was asked, prices and why some are missing, the policy's limits, and what each way sold, bought and used of gas.
    recomputed: equal  swap-quote@4
    "
  `)
})

test('golden: a quote of the first formula is explained by that formula', () => {
  const path = new URL('../../../../../../fixtures/receipts/swap-quote-1.json', import.meta.url)
  const check = checkQuote(quoteFileOf(JSON.parse(readFileSync(path, 'utf8')), 'quote.json'))
  expect(check.difference).toBeNull()
  expect([...printExplanation(check, plain)].join('')).toContain('recomputed: equal  swap-quote@1')
})

test('golden: without a policy a quote says that nothing bounds it', () => {
  const bare = quoteOf({ ...inputs, limits: null, unpermitted: [] })
  const record = quoteRecordOf(bare, 60)
  const document = JSON.parse(JSON.stringify(swapQuoteOf(bare, record)))
  const text = [...printQuote(bare, plain)].join('')
  expect(text).toContain('bound     none\n')
  expect(text).not.toContain('loss bps')
  const check = checkQuote(quoteFileOf({ data: document }, 'answer.json'))
  expect([...printExplanation(check, plain)].join('')).toContain(
    'There is no policy, so nothing bounds a swap.\n',
  )
  expect(check.difference).toBeNull()
})

test('law: what was printed is recomputed as equal, in an answer of the API as well', () => {
  expect(verdictOf(documentOf())).toBeNull()
  expect(verdictOf({ data: documentOf('q_8wH2') })).toBeNull()
})

/** True if a damage is seen: by the verdict, or because it can no longer be read. */
function isSeen(document: unknown): boolean {
  try {
    return verdictOf(document) !== null
  } catch (error) {
    if (error instanceof BaseError)
      return ['quote_receipt_damaged', 'input_shape'].includes(error.code)
    throw error
  }
}

test('law: the verdict sees the damage of each field of a quote', () => {
  const paths = leafPathsOf(documentOf())
  expect(paths.length).toBeGreaterThan(400)
  expect(paths.filter((path) => !isSeen(withDamage(documentOf(), path)))).toEqual([])
})

test("law: of a service's quote only what nothing follows from can change unseen", () => {
  const unseen = leafPathsOf(documentOf()).filter(
    (path) => !isSeen(withDamage(documentOf('q_8wH2'), path)),
  )
  const names = new Set(
    unseen.map((path) => path.filter((key) => typeof key === 'string').join('.')),
  )
  expect([...names].sort()).toMatchInlineSnapshot(`
    [
      "quote_id",
      "receipt.formula",
      "receipt.inputs.blockUnix",
      "receipt.inputs.chainId",
      "receipt.inputs.failures.asset",
      "receipt.inputs.failures.reason",
      "receipt.inputs.failures.source",
      "receipt.inputs.limits.deviationBps",
      "receipt.inputs.limits.maxImpactBps",
      "receipt.inputs.measurements.bought",
      "receipt.inputs.measurements.gasUsed",
      "receipt.inputs.measurements.id",
      "receipt.inputs.measurements.isReconciled",
      "receipt.inputs.measurements.legs.bought",
      "receipt.inputs.measurements.legs.buyToken",
      "receipt.inputs.measurements.legs.given.data",
      "receipt.inputs.measurements.legs.hasLeast",
      "receipt.inputs.measurements.legs.sellAmount",
      "receipt.inputs.measurements.legs.sellToken",
      "receipt.inputs.measurements.legs.slot",
      "receipt.inputs.measurements.legs.thousandth.sold",
      "receipt.inputs.measurements.legs.title",
      "receipt.inputs.measurements.sold",
      "receipt.inputs.vault",
      "receipt.inputs.wish.buyToken",
      "receipt.inputs.wish.canSplit",
      "receipt.inputs.wish.maxHops",
      "receipt.inputs.wish.sellAmount",
      "receipt.inputs.wish.sellToken",
      "receipt.inputs.wish.withRefused",
    ]
  `)
})

test('law: whatever an explanation shows and can change unseen is named as given', () => {
  const explained = (document: unknown) =>
    [...printExplanation(checkQuote(quoteFileOf(document, 'quote.json')), plain)].join('')
  const honest = explained(documentOf('q_8wH2'))
  expect(honest).toContain('Given by the receipt, and not computed: chain, block and its time')
  const shown = leafPathsOf(documentOf('q_8wH2')).filter((path) => {
    const document = withDamage(documentOf('q_8wH2'), path)
    return !isSeen(document) && explained(document) !== honest
  })
  const names = new Set(
    shown.map((path) => {
      const keys = path.filter((key) => typeof key === 'string')
      return keys[2] ?? keys.at(-1)
    }),
  )
  const stated = ['blockUnix', 'chainId', 'failures', 'formula', 'limits', 'vault']
  expect([...names].sort()).toEqual(stated)
})

test('law: a field that is missing or not known differs', () => {
  for (const key of Object.keys(documentOf())) {
    const { [key]: _, ...fields } = documentOf()
    expect(isSeen(fields), key).toBe(true)
  }
  expect(verdictOf({ ...documentOf(), more: null })).toMatchObject({ path: 'more' })
})

test('golden: the first field that differs is named as a person reads it', () => {
  const document = documentOf()
  document.candidates[1].raw_buy_amount = '1'
  const check = checkQuote(quoteFileOf(document, 'quote.json'))
  expect([...printExplanation(check, plain)].slice(-3).join('')).toBe(
    'recomputed: differs at candidates[1].raw_buy_amount\n  the file says     "1"\n  the receipt gives "1997000000"\n',
  )
})

test.each([
  [[], 'an object'],
  [{ ...documentOf(), receipt: 1 }, 'receipt is 1'],
  [{ ...documentOf(), created_at: 'today' }, 'a time'],
])('refuses: a document that is not a quote', (document, why) => {
  expect(() => verdictOf(document)).toThrow(why)
})

test('refuses: a receipt of another formula, and inputs of another shape', () => {
  const altered = documentOf()
  altered.receipt.formula = 'swap-quote@5'
  expect(() => verdictOf(altered)).toThrow('its formula is swap-quote@5')
  const shape = documentOf()
  shape.receipt.inputs.sellAmount = 'much'
  expect(() => verdictOf(shape)).toThrow('sellAmount')
})
