import type { Address } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import type { MeasuredLeg, Measurement, QuoteInputs } from './quote-input.ts'
import { computeQuote } from './quote-result.ts'
import { quoteInputsIn, receiptOf, recomputeQuote } from './recompute.ts'

const [weth, usdc, vault] = ['11', '22', '33'].map(
  (digits) => `0x${digits.repeat(20)}` as Address,
) as [Address, Address, Address]
const oneWeth = 10n ** 18n
const usd = 10n ** 6n

function legOf(more: Partial<MeasuredLeg> = {}): MeasuredLeg {
  return {
    route: 'uniswap_v3/swap',
    title: 'Uniswap v3',
    kind: 'exchange',
    params: { fee: '500' },
    slot: 1,
    drone: null,
    sellToken: weth,
    buyToken: usdc,
    sellAmount: oneWeth,
    bought: null,
    hasLeast: true,
    given: null,
    ...more,
  }
}

function measured(id: string, bought: bigint, more: Partial<Measurement> = {}): Measurement {
  return {
    id,
    legs: [legOf()],
    isSuccess: true,
    failure: null,
    gasUsed: 180_792n,
    sold: oneWeth,
    bought,
    isReconciled: true,
    isLeastEnforced: null,
    lost: [],
    leftover: [],
    thousandth: null,
    ...more,
  }
}

function inputsOf(
  measurements: readonly Measurement[],
  more: Partial<QuoteInputs> = {},
): QuoteInputs {
  return {
    chainId: 31337,
    blockNumber: 120n,
    blockHash: `0x${'ab'.repeat(32)}`,
    blockUnix: 1n,
    root: `0x${'cd'.repeat(32)}`,
    vault,
    wish: {
      sellToken: weth,
      buyToken: usdc,
      sellAmount: oneWeth,
      slippageBps: 30n,
      venues: null,
      calldata: [],
      canSplit: true,
      maxHops: 1,
      withRefused: false,
    },
    sellToken: { address: weth, symbol: 'WETH', decimals: 18 },
    buyToken: { address: usdc, symbol: 'USDC', decimals: 6 },
    sellAmount: oneWeth,
    limits: { maxLossBps: 50n, maxImpactBps: 150n, deviationBps: 100n },
    statements: [
      { asset: weth, source: 'oracle', price: '2000', per: 'usd', asOfUnix: 1n },
      { asset: usdc, source: 'oracle', price: '1', per: 'usd', asOfUnix: 1n },
    ],
    failures: [],
    gasPriceWei: 0n,
    nativeAsset: weth,
    measurements,
    unpermitted: [],
    faults: [],
    ...more,
  }
}

const aggregator = legOf({
  route: 'one_inch/swap_v5',
  params: {},
  given: { data: '0x12aa3caf', least: 1_994n * usd, quote: null, offered: null },
})

test('golden: 2000 by 1inch before 1957.703388 by Uniswap, which is out of the bound', () => {
  const first = measured('c1', 1_957_703_388n)
  const second = measured('c2', 2_000n * usd, { legs: [aggregator], gasUsed: 168_965n })
  const quote = computeQuote(inputsOf([first, second]))
  expect(quote.fair?.buyAmount).toBe(2_000n * usd)
  expect(quote.bound).toEqual({ maxLossBps: 50n, least: 1_990n * usd })
  expect(quote.best).toBe('c2')
  expect(quote.candidates).toMatchObject([
    { id: 'c2', least: 1_994n * usd, lossBps: '0', isWithinBound: true, refusal: null },
    {
      id: 'c1',
      least: null,
      lossBps: '211.4831',
      isWithinBound: false,
      refusal: {
        code: 'price_out_of_bound',
        message: '2.12 % less than the tokens are worth; the policy allows 0.50 %.',
      },
    },
  ])
  expect(quote.why[0]).toMatch(/^c2 buys 42.296612 USDC more than c1 and uses 11,827 gas less\./)
})

const drafts = fc.array(
  fc.record({
    bought: fc.bigInt(0n, 2n ** 256n),
    gasUsed: fc.bigInt(21_000n, 10n ** 7n),
    fee: fc.constantFrom('100', '500', '3000'),
    parts: fc.array(fc.bigInt(1n, 10n ** 6n), { minLength: 1, maxLength: 4 }),
    isLost: fc.boolean(),
  }),
  { maxLength: 8 },
)
const terms = fc.record({
  slippageBps: fc.bigInt(0n, 10_000n),
  maxLossBps: fc.bigInt(0n, 10_000n),
  decimals: fc.tuple(fc.integer({ min: 0, max: 36 }), fc.integer({ min: 0, max: 36 })),
  price: fc.bigInt(1n, 10n ** 30n),
  gasPriceWei: fc.option(fc.bigInt(0n, 10n ** 12n)),
  sellAmount: fc.bigInt(1_000n, 2n ** 256n - 1n),
})

function randomInputs(
  list: readonly {
    bought: bigint
    gasUsed: bigint
    fee: string
    parts: bigint[]
    isLost: boolean
  }[],
  drawn: {
    slippageBps: bigint
    maxLossBps: bigint
    decimals: [number, number]
    price: bigint
    gasPriceWei: bigint | null
    sellAmount: bigint
  },
): QuoteInputs {
  const { sellAmount, decimals } = drawn
  const base = inputsOf([])
  const measurements = list.map(({ bought, gasUsed, fee, parts, isLost }, index) => {
    const whole = parts.reduce((sum, part) => sum + part, 0n)
    const split = (amount: bigint) => {
      const shares = parts.map((part) => (amount * part) / whole)
      const rest = amount - shares.reduce((sum, share) => sum + share, 0n)
      return shares.map((share, at) => (at === 0 ? share + rest : share))
    }
    const [sold, out] = [split(sellAmount), split(bought)]
    return measured(`c${index + 1}`, bought, {
      sold: sellAmount,
      gasUsed,
      lost: isLost ? [{ token: vault, amount: 1n }] : [],
      legs: parts.map((_, at) =>
        legOf({
          params: { fee: `${fee}${at}` },
          sellAmount: sold[at]!,
          bought: out[at]!,
          slot: index,
        }),
      ),
    })
  })
  return {
    ...base,
    sellAmount,
    wish: { ...base.wish, slippageBps: drawn.slippageBps },
    limits: { maxLossBps: drawn.maxLossBps, maxImpactBps: 10_000n, deviationBps: 0n },
    sellToken: { ...base.sellToken, decimals: decimals[0] },
    buyToken: { ...base.buyToken, decimals: decimals[1] },
    statements: base.statements.map((one) =>
      one.asset === weth ? { ...one, price: String(drawn.price) } : one,
    ),
    gasPriceWei: drawn.gasPriceWei,
    measurements,
  }
}

test('law: bound ≤ least ≤ executed and least above zero, for whatever may be built; legs sum to both', () => {
  fc.assert(
    fc.property(drafts, terms, (list, drawn) => {
      const inputs = randomInputs(list, drawn)
      const { candidates, bound, best } = computeQuote(inputs)
      for (const candidate of candidates) {
        const { legs, least, buyAmount, refusal } = candidate
        expect(legs.reduce((sum, leg) => sum + leg.sellAmount, 0n)).toBe(inputs.sellAmount)
        expect(legs.reduce((sum, leg) => sum + leg.shareBps, 0n)).toBe(10_000n)
        expect(least === null).toBe(refusal !== null)
        if (least === null) continue
        expect(least).toBeGreaterThan(0n)
        expect(least).toBeGreaterThanOrEqual(bound!.least)
        expect(least).toBeLessThanOrEqual(buyAmount)
        expect(legs.reduce((sum, leg) => sum + leg.least!, 0n)).toBe(least)
      }
      const usable = candidates.filter(({ refusal }) => refusal === null)
      expect(best).toBe(usable[0]?.id ?? null)
      for (const one of usable) {
        const worth = (other: typeof one) => other.netOfGas ?? other.buyAmount
        expect(worth(usable[0]!)).toBeGreaterThanOrEqual(worth(one))
      }
    }),
    { numRuns: runsOf(2) },
  )
})

test('law: the receipt gives the same result bit for bit, and shuffling its measurements changes no rank', () => {
  fc.assert(
    fc.property(drafts, terms, fc.nat(), (list, drawn, seed) => {
      const inputs = randomInputs(list, drawn)
      const receipt = receiptOf(inputs)
      const stored = JSON.parse(JSON.stringify(receipt))
      expect(stored).toEqual(receipt)
      expect(recomputeQuote(stored)).toEqual(receipt.result)
      expect(quoteInputsIn(stored)).toEqual(inputs)
      const { measurements } = inputs
      const at = measurements.length === 0 ? 0 : seed % measurements.length
      const turned = [...measurements.slice(at), ...measurements.slice(0, at)].reverse()
      const again = computeQuote({ ...inputs, measurements: turned })
      expect(again.candidates.map(({ id }) => id)).toEqual(
        computeQuote(inputs).candidates.map(({ id }) => id),
      )
    }),
    { numRuns: runsOf(2) },
  )
})

test.each([
  ['token_moves_otherwise', { sold: oneWeth - 1n }],
  ['token_moves_otherwise', { lost: [{ token: vault, amount: 5n }] }],
  ['token_moves_otherwise', { isReconciled: false }],
  ['token_moves_otherwise', { isLeastEnforced: false }],
  ['price_out_of_bound', { bought: 1_989n * usd }],
  ['impact_too_high', { thousandth: { sold: oneWeth / 1_000n, bought: 2_031_000n } }],
  ['least_below_bound', { legs: [{ ...aggregator, given: { ...aggregator.given!, least: 1n } }] }],
  [
    'surplus_forfeited',
    { legs: [{ ...aggregator, given: { ...aggregator.given!, quote: 1_998n * usd } }] },
  ],
] as const)('refuses: %s by %o', (code, more) => {
  const quote = computeQuote(inputsOf([measured('c1', 2_000n * usd, more)]))
  expect([quote.best, quote.candidates[0]!.refusal?.code]).toEqual([null, code])
})

test('refuses: a token of which less arrives than is sent, for every candidate', () => {
  const faults = [{ token: usdc, sent: 100n, arrived: 99n }]
  const quote = computeQuote(inputsOf([measured('c1', 2_000n * usd)], { faults }))
  expect(quote.candidates[0]!.refusal?.code).toBe('token_moves_otherwise')
})

test('default: without a policy nothing bounds a swap, and its least follows from slippage alone', () => {
  const quote = computeQuote(inputsOf([measured('c1', 1_000n)], { limits: null }))
  expect(quote).toMatchObject({ fair: null, bound: null, best: 'c1' })
  expect(quote.candidates[0]).toMatchObject({ least: 997n, lossBps: null, isWithinBound: null })
})

test('refuses: a receipt of another formula or shape', () => {
  const receipt = receiptOf(inputsOf([]))
  const code = 'quote_receipt_damaged'
  expect(() => recomputeQuote({ ...receipt, formula: 'swap-quote@2' as never })).toThrow(
    expect.objectContaining({ code }),
  )
  expect(() =>
    recomputeQuote({ ...receipt, inputs: { ...receipt.inputs, sellAmount: 'all' } }),
  ).toThrow(expect.objectContaining({ code }))
})
