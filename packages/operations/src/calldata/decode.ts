import type { Hex } from '@vaultwright/base'
import {
  type DecodedBatch,
  type EncodingNote,
  type ManagerCall,
  readBatch,
  readManagerCall,
} from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import { managerSelectors } from '@vaultwright/registry'

/** The decoded calldata of the Manager. */
export type Decoded =
  | { readonly kind: 'batch'; readonly batch: DecodedBatch; readonly isWhole: boolean }
  | {
      readonly kind: 'call'
      readonly call: ManagerCall
      /** Bytes after its arguments. */
      readonly notes: readonly EncodingNote[]
      readonly isWhole: true
    }

/** Decodes calldata of any function of the Manager. */
export function decodeCalldata(data: Hex, manager: string | undefined): Decoded {
  if (data.slice(0, 10) !== managerSelectors.manageVaultWithMerkleVerification) {
    return { kind: 'call', ...readManagerCall(data), isWhole: true }
  }
  const batch = readBatch(data, manager === undefined ? {} : { manager: parseAddress(manager) })
  return { kind: 'batch', batch, isWhole: isWhole(batch) }
}

function isWhole(batch: DecodedBatch): boolean {
  return batch.calls.every(
    ({ loan, problem }) => problem === null && (loan === null || isWhole(loan.batch)),
  )
}
