import type { DailyPoint } from '@vaultwright/store'
import type { DailyResult, VaultState } from '@vaultwright/valuation'

/**
 * Makes the row of a daily point.
 *
 * @returns the point; what is not known is null.
 */
export function dailyPointOf(
  { chain, vault, day, block }: VaultState,
  result: DailyResult,
): DailyPoint {
  return {
    chain,
    vault,
    day,
    blockNumber: BigInt(block.number),
    atUnix: BigInt(block.atUnix),
    dailyApy: result.dailyApy.value,
    priceUsd: result.priceUsd.value,
    sharePrice: result.sharePrice.value,
    totalAssets: result.totalAssets.value,
    tvlUsd: result.tvlUsd.value,
  }
}
