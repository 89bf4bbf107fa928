import { openChain } from '@vaultwright/chain'
import { buildMarket, quoteSwap } from '@vaultwright/operations'
import { recomputeQuote, type SwapRequest } from '@vaultwright/swap'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import { openRoundTrips } from '../../support/node/round-trip.ts'
import { runsOf } from '../../support/runs.ts'
import { expectExecuted } from '../../support/swap/executed-market.ts'
import { localContext, localPolicy, localRequest } from '../../support/swap/quote-context.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'

const oneWeth = 10n ** 18n
const usd = 10n ** 6n
const never = 2n ** 40n
const { tree } = localTree('local-eth-trader')

let swaps: SwapChain
let local: SwapChain['local']

beforeAll(async () => {
  swaps = await openSwapChain()
  local = swaps.local
})
afterAll(() => swaps?.local.anvil.close())

const output = (buyAmount: bigint, more: Partial<SwapRequest> = {}) =>
  localRequest(local, ['WETH', 'USDC'], { sellAmount: null, buyAmount, canSplit: true, ...more })
const wishOf = (wish: SwapRequest) => ({
  of: { kind: 'wish' as const, wish },
  minBuyAmount: null,
  acceptsUnbounded: false,
})

test('law: the calldata demands what is to be bought, never sells more than the most, and executes as measured', async () => {
  const amounts = fc.bigInt({ min: 1n, max: 110_000n * usd })
  const request = fc.record({ buyAmount: amounts, canSplit: fc.boolean(), hasPrices: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(request, async ({ buyAmount, canSplit, hasPrices }) => {
      const policy = hasPrices ? localPolicy(local, { maxLossBps: 500n }) : null
      const wish = output(buyAmount, { canSplit, maxSellAmount: 60n * oneWeth })
      const order = { ...wishOf(wish), acceptsUnbounded: !hasPrices }
      const transaction = await buildMarket(swaps.context({ policy }), order)
      const { quote, least: minimum } = transaction
      expect(minimum).toBeGreaterThanOrEqual(buyAmount)
      expect(quote.sellAmount).toBeLessThanOrEqual(60n * oneWeth)
      await expectExecuted(swaps, transaction, tree)
      // A hundredth of a per cent less does not buy it with the same slippage.
      const less = quote.sellAmount - quote.sellAmount / 10_000n - 1n
      if (less < oneWeth / 1_000n) return
      const { buyAmount: _, ...sale } = wish
      const fewer = await quoteSwap(swaps.context({ policy }), { ...sale, sellAmount: less })
      expect(fewer.candidates[0]!.least).toBeLessThan(buyAmount)
    }),
    { numRuns: runsOf(0.04) },
  )
})

test('golden: 20,000 USDC are bought by about ten WETH, and the stored quote builds the same sale', async () => {
  const quote = await quoteSwap(swaps.context({}), output(20_000n * usd))
  expect(quote.exactOutput).toEqual({ buyAmount: 20_000n * usd, maxSellAmount: null })
  expect(recomputeQuote(JSON.parse(JSON.stringify(quote.receipt)))).toEqual(quote.receipt.result)
  const best = quote.candidates.find(({ id }) => id === quote.best)!
  // Less than half a basis point above it.
  expect(best.least).toBeGreaterThanOrEqual(20_000n * usd)
  expect(best.least).toBeLessThan(20_001n * usd)
  expect(best.buyAmount).toBeLessThan(20_070n * usd)
  const of = {
    kind: 'quote' as const,
    receipt: quote.receipt,
    candidate: null,
    expiresAtUnix: never,
  }
  const built = await buildMarket(swaps.context({}), { ...wishOf(output(1n)), of })
  expect([built.quote.sellAmount, built.least]).toEqual([quote.sellAmount, best.least])
  await expectExecuted(swaps, built, tree)
})

test('refuses: what the most does not buy, with what it buys', async () => {
  const quote = await quoteSwap(
    swaps.context({}),
    output(20_000n * usd, { maxSellAmount: 5n * oneWeth }),
  )
  expect([quote.best, quote.sellAmount]).toEqual([null, 5n * oneWeth])
  const { refusal } = quote.candidates[0]!
  expect(refusal!.code).toBe('buys_too_little')
  expect(refusal!.message).toMatch(
    /^It buys 9,?9\d\d\.\d+ USDC for 5 WETH, the most that may be sold; 20,?000 USDC are to be bought\.$/,
  )
  const wish = output(20_000n * usd, { maxSellAmount: 5n * oneWeth })
  await expect(buildMarket(swaps.context({}), wishOf(wish))).rejects.toMatchObject({
    code: 'swap_refused',
    facts: { reason: 'buys_too_little' },
  })
})

test('law: round trips are bounded: the block and its facts once, two a guess, four a measured amount', async () => {
  const trips = openRoundTrips()
  const chain = await openChain(trips.rpcOf(local.anvil.rpc), { id: 31337 })
  await quoteSwap(localContext({ local, chain }), output(1_000n * usd))
  const counts: number[] = []
  for (const policy of [localPolicy(local), null]) {
    for (const buyAmount of [usd, 20_000n * usd, 100_000n * usd]) {
      trips.take()
      await quoteSwap(localContext({ local, chain }, { policy }), output(buyAmount))
      counts.push(trips.take().trips)
    }
  }
  for (const count of counts) expect(count).toBeLessThanOrEqual(2 + 2 * 4 + 4 * 3)
  expect(Math.min(...counts)).toBeGreaterThan(5)
})
