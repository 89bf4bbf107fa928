import type { Performance, ProtocolYield, VaultRef } from '@vaultwright/store'
import type { PerformanceReceipt, ProtocolResult } from '@vaultwright/valuation'

/**
 * Makes the row of a performance.
 *
 * @returns the row; what is not known is null.
 */
export function performanceRowOf(
  { chain, vault }: VaultRef,
  { inputs, result }: PerformanceReceipt,
): Performance {
  return {
    chain,
    vault,
    day: inputs.day,
    apy: result.apy.value,
    fees: result.platformFee.value,
    performanceFees: result.performanceFee.value,
    realApy: result.realApy.value,
    maturityApy: result.maturityApy.value,
    feeDrag: result.feeDrag.value,
    real: result.real.map(yieldOf),
    maturities: result.maturities.map((one) => ({
      ...yieldOf(one),
      asset: one.asset,
      maturityUnix: BigInt(one.maturityUnix),
    })),
  }
}

function yieldOf({ chain, protocol, allocation, apy, apyNet }: ProtocolResult): ProtocolYield {
  return { chain, protocol, allocation, apy: apy.value, apyNet }
}
