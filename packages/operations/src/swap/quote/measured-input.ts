import type { Measurement, QuoteInputs, SmallSale } from '@vaultwright/swap'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRunLeg, SwapRunResult } from '../swap-run.ts'
import type { PoolCurve } from './output-curve.ts'

/** Says of each leg what its venue buys for an amount that does not move the price. */
export function withSmallSales(
  { swapRun, measurement }: SwapRunResult,
  smallSaleOf: (leg: SwapRunLeg) => SmallSale | null,
): Measurement {
  if (!measurement.isSuccess) return measurement
  const legs = measurement.legs.map((leg, index) => ({
    ...leg,
    thousandth: smallSaleOf(swapRun.legs[index]!),
  }))
  return { ...measurement, legs }
}

/** Everything that a quote of some measurements follows from. */
export function inputsOf(session: QuoteSession, measurements: readonly Measurement[]): QuoteInputs {
  const { context, block, root, wish: request, sellToken, buyToken, sellAmount } = session
  const { policy } = context
  return {
    chainId: context.chain.id,
    blockNumber: block.number,
    blockHash: block.hash,
    blockUnix: block.timestamp,
    root,
    vault: context.build.vault,
    wish: request,
    sellToken,
    buyToken,
    sellAmount,
    limits:
      policy === null
        ? null
        : {
            maxLossBps: policy.maxLossBps,
            maxImpactBps: policy.maxImpactBps,
            deviationBps: policy.deviationBps,
          },
    statements: session.statements,
    failures: session.failures,
    gasPriceWei: session.gasPriceWei,
    nativeAsset: session.nativeAsset,
    measurements,
    unpermitted: [],
    faults: [],
  }
}

/** The place of a measurement in the plan. */
export function numberOf(id: string): number {
  return Number(id.slice(1))
}

/** The output of a hop's venue for the least amount that was tried there. */
export function smallSaleIn(pools: readonly PoolCurve[], { choice }: SwapRunLeg): SmallSale | null {
  const pool = pools.find(({ result }) => result.swapRun.legs[0]!.choice === choice)
  return pool?.curve[0] ?? null
}
