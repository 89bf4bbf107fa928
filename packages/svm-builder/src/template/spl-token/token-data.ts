import { dataOf } from '../piece.ts'

/** Data of TransferChecked. */
export function transferData(amount: bigint, decimals: number): Uint8Array {
  return new Uint8Array([...dataOf([12], amount), decimals])
}

/** Data of CloseAccount. */
export const closeData = new Uint8Array([9])

/** Data of SyncNative. */
export const syncNativeData = new Uint8Array([17])
