import type { ReceiptKind } from '@vaultwright/indexer'
import type { Store, VaultRef } from '@vaultwright/store'

/** Reads the receipt of a value, to be served; null when there is none that proves the value. */
export type ServedReceiptReader = (
  value: VaultRef & { readonly day: string },
  kind: ReceiptKind,
) => Promise<unknown>

/**
 * Opens a reader of receipts of a tenant. A receipt whose inputs are not those that it was computed from, as newer
 * code reads them otherwise, is served only if they make its result too: what is served always verifies.
 */
export function openServedReceipts(
  store: Pick<Store, 'derived' | 'readings' | 'statePacks'>,
  tenantId: string,
): ServedReceiptReader {
  const opening = import('@vaultwright/indexer').then((indexer) => ({
    read: indexer.openReceiptReader(store, tenantId),
    isSound: indexer.isSound,
  }))
  return async (value, kind) => {
    const { read: readReceipt, isSound } = await opening
    const whole = await readReceipt(value, kind)
    if (whole === null || whole.receipt === null) return null
    const { receipt, origin } = whole
    return origin.kind !== 'other' || isSound(receipt) ? receipt : null
  }
}
