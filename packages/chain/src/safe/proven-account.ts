import { type Address, BaseError, type Hex } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import { mappingKeyOf } from '@vaultwright/proof'
import { type SafeAccountState, type SafeWord, safeStorageOf } from '@vaultwright/safe'
import type { Chain } from '../port/chain.ts'
import { StateRootMissingError, type StorageProof } from '../proof/storage-proof.ts'
import { HistoryPrunedError, RpcRefusedError } from '../rpc/refusal.ts'

/** A proof of a Safe's account, with the bytes by which others can follow it without this node. */
export type SafeProof = {
  readonly headerRlp: Hex
  /** From the state root to the Safe's account. */
  readonly accountNodes: readonly Hex[]
  readonly slots: StorageProof['slots']
}

/** The account follows from the block's hash, or the node cannot prove it. */
export type SafeProving =
  | { readonly isProven: true; readonly proof: SafeProof }
  | { readonly isProven: false; readonly because: string }

/**
 * Follows a Safe's account from the block's hash by storage proofs: nonce, threshold, each owner, each module,
 * guards, fallback handler and singleton. The version follows from the code of the singleton alone.
 *
 * @throws {SafeAccountMismatchError} when the storage holds something else than the node's calls returned.
 * @throws {InvalidTrieProofError} when the node's proof does not hold.
 */
export async function provenSafeAccount(
  chain: Chain,
  account: SafeAccountState,
  block: BlockRef,
): Promise<SafeProving> {
  const rows = safeStorageOf(account)
  const query = { address: account.safe, slots: rows.map(slotOf), block }
  try {
    const { slots, headerRlp, accountNodes } = await chain.readProof(query)
    for (const [index, { value }] of slots.entries()) {
      const { field, word } = rows[index]!
      if (value !== word) throw new SafeAccountMismatchError(account.safe, field, value)
    }
    if (headerRlp !== null) return { isProven: true, proof: { headerRlp, accountNodes, slots } }
    return unproven('the header that the node gave does not hash to the block hash')
  } catch (error) {
    if (error instanceof StateRootMissingError) return unproven('the block has no state root')
    const isRefusal = error instanceof RpcRefusedError && error.refusal !== 'busy'
    if (!isRefusal && !(error instanceof HistoryPrunedError)) throw error
    return unproven('the node gives no storage proof of that block')
  }
}

function unproven(because: string): SafeProving {
  return { isProven: false, because }
}

function slotOf({ slot, key }: SafeWord): Hex {
  return key === null ? slot : mappingKeyOf(key, BigInt(slot))
}

/** A Safe's storage holds something else than the node's calls returned. */
class SafeAccountMismatchError extends BaseError {
  override readonly code = 'safe_account_mismatch'
  override readonly kind = 'unavailable'

  constructor(safe: Address, field: string, stored: Hex) {
    super({
      message: `The ${field} of ${safe} in its storage (${stored}) is not what the node's call returned. Do not trust this endpoint.`,
      facts: { safe, field, stored },
    })
  }
}
