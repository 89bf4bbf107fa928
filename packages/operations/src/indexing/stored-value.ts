import type { WholeReceipt } from '@vaultwright/indexer'
import type { Store, Vault } from '@vaultwright/store'
import type { ValueKind } from './explained.ts'

/** A value of a day that is looked for. */
export type ValueQuery = {
  readonly store: Store
  readonly vault: Vault
  readonly chain: string
  readonly day: string
  readonly kind: ValueKind
  /** As it was known then; null for now. */
  readonly asOfUnix: bigint | null
}

/** A value, and its receipt; null for a value without one. */
export type StoredValue = { readonly value: unknown; readonly receipt: WholeReceipt | null }

/** Reads the value that stands now. */
export async function readValueNow(wanted: ValueQuery): Promise<StoredValue | null> {
  const { store, vault, chain, day, kind } = wanted
  const { tenantId } = vault
  const place = { chain, vault: vault.address }
  if (kind === 'snapshot') {
    const { shiftDay } = await import('@vaultwright/valuation')
    // Newest first: what follows the next day begins with this one.
    const query = { after: shiftDay(day, 1), limit: 1 }
    const { items } = await store.snapshots.page(tenantId, place, query)
    return items[0]?.day === day ? { value: items[0], receipt: null } : null
  }
  const { openReceiptReader } = await import('@vaultwright/indexer')
  const receipt = await openReceiptReader(store, tenantId)({ ...place, day }, kind)
  if (kind === 'performance') {
    // Of other days than the last the store gives the receipt alone, which holds the values.
    const latest = await store.performances.latest(tenantId, place)
    if (latest?.day === day) return { value: latest, receipt }
    return receipt === null ? null : { value: null, receipt }
  }
  const range = { ...place, from: day, to: day }
  const { items } = await store.dailyPoints.page(tenantId, range, { after: null, limit: 1 })
  return items[0] === undefined ? null : { value: items[0], receipt }
}
