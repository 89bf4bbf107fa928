import { expect, test } from 'vitest'
import {
  inputsOf,
  legOf,
  measured,
  oneWeth,
  usd,
  usdc,
  vault,
} from '../../../../test/support/swap/quote-input.ts'
import { computeQuote } from './quote-result.ts'
import { receiptOf, recomputeQuote } from './recompute.ts'

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

test.each([
  ['token_moves_otherwise', { sold: oneWeth - 3n }],
  ['token_moves_otherwise', { sold: oneWeth + 1n }],
  ['token_moves_otherwise', { lost: [{ token: vault, amount: 5n }] }],
  ['token_moves_otherwise', { isReconciled: false }],
  ['token_moves_otherwise', { isLeastEnforced: false }],
  ['price_out_of_bound', { bought: 1_989n * usd }],
  [
    'impact_too_high',
    { legs: [legOf({ thousandth: { sold: oneWeth / 1_000n, bought: 2_031_000n } })] },
  ],
  ['least_below_bound', { legs: [{ ...aggregator, given: { ...aggregator.given!, least: 1n } }] }],
  [
    'surplus_forfeited',
    { legs: [{ ...aggregator, given: { ...aggregator.given!, quote: 1_998n * usd } }] },
  ],
] as const)('refuses: %s by %o', (code, more) => {
  const quote = computeQuote(inputsOf([measured('c1', 2_000n * usd, more)]))
  expect([quote.best, quote.candidates[0]!.refusal?.code]).toEqual([null, code])
})

test('golden: every way demands what is to be bought, and one that buys less is refused with both amounts', () => {
  const buyAmount = 1_997n * usd
  const { wish } = inputsOf([])
  const bought = [buyAmount - 1n, buyAmount, 2_000n * usd]
  const inputs = inputsOf(
    bought.map((one, index) => measured(`c${index + 1}`, one)),
    { wish: { ...wish, sellAmount: null, buyAmount, maxSellAmount: oneWeth } },
  )
  const { candidates, best } = computeQuote(inputs)
  expect(best).toBe('c3')
  expect(candidates.map(({ id, least: minimum }) => [id, minimum])).toEqual([
    ['c3', buyAmount],
    ['c2', buyAmount],
    ['c1', null],
  ])
  expect(candidates[2]!.refusal).toEqual({
    code: 'buys_too_little',
    message:
      'It buys 1996.999999 USDC for 1 WETH, the most that may be sold; 1997 USDC are to be bought.',
  })
  // The second formula never looked at it.
  const receipt = { ...receiptOf(inputs), formula: 'swap-quote@2' } as const
  expect(recomputeQuote(receipt).best).toBe('c3')
  expect(JSON.stringify(recomputeQuote(receipt))).not.toContain('buys_too_little')
})

test('refuses: calldata of a third party that accepts less than is to be bought', () => {
  const { wish } = inputsOf([])
  const inputs = inputsOf([measured('c1', 2_000n * usd, { legs: [aggregator] })], {
    wish: { ...wish, sellAmount: null, buyAmount: 1_995n * usd },
  })
  expect(computeQuote(inputs).candidates[0]!.refusal).toEqual({
    code: 'least_below_bound',
    message:
      'The calldata accepts 1994 USDC, and 1995 USDC are to be bought. Ask for less slippage.',
  })
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
  expect(() => recomputeQuote({ ...receipt, formula: 'swap-quote@5' as never })).toThrow(
    expect.objectContaining({ code }),
  )
  expect(() =>
    recomputeQuote({ ...receipt, inputs: { ...receipt.inputs, sellAmount: 'all' } }),
  ).toThrow(expect.objectContaining({ code }))
})

const twoTiers = [
  legOf({ sellAmount: oneWeth / 2n, bought: 990n * usd }),
  legOf({ params: { fee: '100' }, sellAmount: oneWeth / 2n, bought: 1_000n * usd }),
] as const
const atTwoThousand = { sold: oneWeth / 1_000n, bought: 2n * usd }

test('golden: a split and two hops move the price by what their legs move it', () => {
  const split = twoTiers.map((leg) => ({ ...leg, thousandth: atTwoThousand }))
  const hops = [
    legOf({ buyToken: vault, bought: 990n, thousandth: { sold: oneWeth / 1_000n, bought: 1n } }),
    legOf({
      sellToken: vault,
      sellAmount: 900n,
      bought: 1_782n * usd,
      thousandth: { sold: 9n, bought: 18n * usd },
    }),
  ]
  const [first, second] = [
    measured('c1', 1_990n * usd, { legs: split }),
    measured('c2', 1_782n * usd, { legs: hops }),
  ].map((one) => computeQuote(inputsOf([one])).candidates[0]!)
  // 10 of 2,000; then 1 - 0.99 · 0.99.
  expect(first).toMatchObject({ impactBps: '50', impactReason: null })
  expect(second).toMatchObject({ impactBps: '199', impactReason: null })
})

test.each([
  ['was not tried', [{ ...twoTiers[0], thousandth: atTwoThousand }, twoTiers[1]]],
  ['buys nothing', [legOf({ thousandth: { sold: 0n, bought: 0n } })]],
  ['for this amount alone', [{ ...aggregator, thousandth: atTwoThousand }]],
  ['told apart', twoTiers.map((leg) => ({ ...leg, bought: null }))],
] as const)('default: an impact that is not known is null, because it %s', (reason, legs) => {
  const [candidate] = computeQuote(
    inputsOf([measured('c1', 2_000n * usd, { legs: [...legs] })]),
  ).candidates
  expect(candidate).toMatchObject({
    impactBps: null,
    impactReason: expect.stringContaining(reason),
  })
})

test('refuses: a split that moves the price further than the policy allows', () => {
  const thousandth = { sold: oneWeth / 1_000n, bought: 2_100_000n }
  const legs = twoTiers.map((leg) => ({ ...leg, thousandth }))
  const quote = computeQuote(inputsOf([measured('c1', 1_990n * usd, { legs })]))
  expect(quote.candidates[0]!.refusal?.code).toBe('impact_too_high')
})

test('refuses: a conversion below the bound; above it, it says that its call demands nothing', () => {
  const legs = [legOf({ route: 'erc_4626/redeem', kind: 'conversion', hasLeast: false })]
  const [low, high] = [1_990n * usd - 1n, 1_990n * usd].map(
    (bought) => computeQuote(inputsOf([measured('c1', bought, { legs })])).candidates[0]!,
  )
  expect(low).toMatchObject({ least: null, refusal: { code: 'price_out_of_bound' } })
  expect(high).toMatchObject({ refusal: null, legs: [{ least: null }] })
  expect(high!.free).toMatchObject([
    { field: 'minimum', why: expect.stringContaining('erc_4626/redeem demands no least') },
  ])
})

test('law: a base unit or two less are rounding of millions, and a fee of a few', () => {
  const legs = (sellAmount: bigint) => [legOf({ sellAmount })]
  const codeOf = (sellAmount: bigint, sold: bigint) =>
    computeQuote({
      ...inputsOf([measured('c1', 2_000n * usd, { sold, legs: legs(sellAmount) })]),
      sellAmount,
      limits: null,
    }).candidates[0]!.refusal?.code ?? null
  expect([codeOf(oneWeth, oneWeth), codeOf(oneWeth, oneWeth - 2n)]).toEqual([null, null])
  for (const [expected, sold] of [
    [oneWeth, oneWeth - 3n],
    [oneWeth, oneWeth + 1n],
    [100n, 99n],
  ] as const) {
    expect(codeOf(expected, sold)).toBe('token_moves_otherwise')
  }
})
