import type { MetricsSnapshot } from '@vaultwright/wire'
import { groupedNumber, shortNumber } from '../../part/text/number-text.ts'
import { productOf } from '../../vault/holding/exact.ts'

/** The idle tokens of a vault in a snapshot, in words. */
export type VaultBalance = {
  /** Exact decimal, in units of the token. */
  readonly amount: string
  /** The token's price in the base asset; null where the service has none. */
  readonly price: string | null
  readonly baseAsset: string
  /** ISO-8601. */
  readonly countedAt: string
}

/**
 * Finds what the vault holds of a token itself, outside of any protocol, when it was last counted.
 *
 * @returns null where the snapshot does not have it, or has two tokens of that name.
 */
export function vaultBalanceOf(
  { positions, prices, chain, base_asset: baseAsset, as_of: countedAt }: MetricsSnapshot,
  symbol: string,
): VaultBalance | null {
  const idle = positions.filter(({ protocol, asset }) => protocol === 'idle' && asset === symbol)
  const [position] = idle
  if (position === undefined || idle.length > 1) return null
  const price = symbol === baseAsset ? '1' : (prices[chain]?.[symbol] ?? null)
  return { amount: position.balance, price, baseAsset, countedAt }
}

/** Says what an amount is worth; null where that is not known, or says nothing new. */
export function worthText(
  amount: string,
  balance: VaultBalance | null,
  symbol: string,
): string | null {
  if (balance === null || balance.price === null || symbol === balance.baseAsset) return null
  if (!/^(0|[1-9]\d{0,77})(\.\d{1,78})?$/.test(amount)) return null
  return `≈ ${shortNumber(productOf(amount, balance.price), 4)} ${balance.baseAsset}`
}

/** Says a balance with its day: it is the service's count of then, and not of now. */
export function balanceText({ amount, countedAt }: VaultBalance, symbol: string): string {
  return `${groupedNumber(amount)} ${symbol} in the vault when it was counted on ${countedAt.slice(0, 10)}`
}
