import { buildMarket, quoteSwap, type SwapContext } from '@vaultwright/operations'
import { recomputeQuote, type SwapCandidate, type SwapRequest } from '@vaultwright/swap'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import { runsOf } from '../../support/runs.ts'
import { expectExecuted } from '../../support/swap/executed-market.ts'
import { localRequest } from '../../support/swap/quote-context.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'

const usd = 10n ** 6n
const { tree } = localTree('local-eth-trader')

let swaps: SwapChain
beforeAll(async () => {
  swaps = await openSwapChain()
})
afterAll(() => swaps?.local.anvil.close())

const contextOf = (isViewed = true): SwapContext =>
  swaps.context({
    policy: null,
    contracts: new Map(isViewed ? [['uniswap_v3/quoter_v2', swaps.place('Uniswap quoter')]] : []),
  })
const requestOf = (sellAmount: bigint): SwapRequest =>
  localRequest(swaps.local, ['USDC', 'Savings WETH'], {
    venues: null,
    canSplit: true,
    maxHops: 2,
    sellAmount,
  })
/** The split over paths: more legs than one a hop. */
const isSplit = ({ legs }: SwapCandidate) => legs.length > 2
const acceptance = { minBuyAmount: 1n, acceptsUnbounded: true }

test('law: a path whose hop is split beats every plain one, leaves a basis point, and executes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt(28_000n, 35_000n), fc.boolean(), async (amount, isViewed) => {
      const request = requestOf(amount * usd + 3n)
      const quote = await quoteSwap(contextOf(isViewed), request)
      const [best, ...further] = quote.candidates
      expect([isSplit(best!), best!.refusal]).toEqual([true, null])
      for (const { buyAmount } of further) expect(best!.buyAmount).toBeGreaterThanOrEqual(buyAmount)
      expect(recomputeQuote(quote.receipt)).toEqual(quote.receipt.result)
      const [{ token, amount: left }] = best!.leftover as [{ token: string; amount: bigint }]
      const weth = swaps.place('WETH')
      const passed = best!.legs.find(({ sellToken }) => sellToken === weth)!.sellAmount
      expect(token).toBe(weth)
      expect(left * 9_000n).toBeLessThanOrEqual(passed)
      const into = best!.legs.filter(({ buyToken }) => buyToken === weth)
      expect(into.reduce((sum, leg) => sum + leg.least!, 0n)).toBeGreaterThanOrEqual(passed)
      const of = { kind: 'wish', wish: request } as const
      const built = await buildMarket(contextOf(isViewed), { of, ...acceptance })
      expect(built.candidate.buyAmount).toBe(best!.buyAmount)
      await expectExecuted(swaps, built, tree)
    }),
    { numRuns: runsOf(0.03) },
  )
})

/** Sells USDC of the vault's for WETH before the swap: the price of its first hop rises. */
async function sellBefore(sellAmount: bigint): Promise<void> {
  const wish = localRequest(swaps.local, ['USDC', 'WETH'], {
    venues: ['uniswap_v3/swap'],
    sellAmount,
  })
  const { built } = await buildMarket(contextOf(), { of: { kind: 'wish', wish }, ...acceptance })
  await swaps.send(swaps.place('trader'), built.target, built.calldata)
}

test('golden: a quoted path is built as it was quoted; where its first hop buys less by now, the second sells less', async () => {
  const request = requestOf(20_000n * usd)
  const { receipt, candidates } = await quoteSwap(contextOf(), request)
  const [best] = candidates
  const of = { kind: 'quote', receipt, candidate: null, expiresAtUnix: 2n ** 40n } as const
  const same = await buildMarket(contextOf(), { of, ...acceptance })
  expect(same.candidate.legs.map(({ sellAmount }) => sellAmount)).toEqual(
    best!.legs.map(({ sellAmount }) => sellAmount),
  )
  expect(same.candidate.buyAmount).toBe(best!.buyAmount)
  await swaps.undone(async () => {
    await sellBefore(600n * usd)
    const later = await buildMarket(contextOf(), { of, ...acceptance })
    const lastOf = ({ legs }: Pick<SwapCandidate, 'legs'>) => legs.at(-1)!.sellAmount
    expect(lastOf(later.candidate)).toBeLessThan(lastOf(best!))
    await expectExecuted(swaps, later, tree)
  })
  await swaps.undone(async () => {
    await sellBefore(12_000n * usd)
    const late = buildMarket(contextOf(), { of, ...acceptance })
    await expect(late).rejects.toMatchObject({ code: 'quote_stale' })
  })
})
