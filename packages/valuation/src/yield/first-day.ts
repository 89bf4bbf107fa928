import type { Address } from '@vaultwright/base'
import type { VaultState } from '../base/vault-state.ts'
import { worthOf } from '../day/worth.ts'
import type { PriceField } from '../price/price-path.ts'

/** The first day of a window, as growth is looked up in it. */
export type FirstDay = {
  readonly day: string
  /** Key → value. */
  readonly indexes: ReadonlyMap<string, string>
  /** By position and token, what a unit of liquidity had earned. */
  readonly fees: ReadonlyMap<string, string>
  /** Null when the base asset was not known. */
  readonly field: PriceField | null
}

/**
 * Prepares a day to be compared with one that is seven days later.
 *
 * @returns its indexes by key, its fees and its prices; null for null.
 */
export function firstDayOf(state: VaultState | null): FirstDay | null {
  if (state === null) return null
  const { day, holdings } = state
  const indexes = new Map<string, string>()
  const fees = new Map<string, string>()
  for (const holding of holdings) {
    if (holding.index !== null) indexes.set(holding.index.key, holding.index.value)
    if (holding.fees === undefined) continue
    fees.set(feeNameOf(holding.fees.key, holding.asset.address), holding.fees.inside)
  }
  return { day, indexes, fees, field: worthOf(state).field }
}

/** Names what a position earns in one of its tokens. */
export function feeNameOf(key: string, asset: Address): string {
  return `${key} ${asset}`
}
