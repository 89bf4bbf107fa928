import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import { mappingKeyOf } from '@vaultwright/proof'
import type { SafeAccountState } from '@vaultwright/safe'
import type { Chain } from '../port/chain.ts'
import { StateRootMissingError, type StorageProof } from '../proof/storage-proof.ts'
import { HistoryPrunedError, RpcRefusedError } from '../rpc/refusal.ts'
import { listEnd, safeSlots } from './safe-account.ts'

/** Slots of a Safe. Source: SafeStorage, the same from 1.3.0 to 1.5.0. */
const storage = { modules: 1n, owners: 2n, ownerCount: 3n, threshold: 4n, nonce: 5n } as const

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
  const rows = wantedSlots(account)
  const query = { address: account.safe, slots: rows.map(({ slot }) => slot), block }
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

type WantedSlot = { readonly field: string; readonly slot: Hex; readonly word: Hex }

function wantedSlots(account: SafeAccountState): readonly WantedSlot[] {
  const { owners, modules, threshold, nonce } = account
  const named = Object.entries(safeSlots).map(([field, slot]) => {
    return { field, slot, word: wordOf(BigInt(account[field as keyof typeof safeSlots])) }
  })
  return [
    ...named,
    { field: 'owner count', slot: wordOf(storage.ownerCount), word: wordOf(BigInt(owners.length)) },
    { field: 'threshold', slot: wordOf(storage.threshold), word: wordOf(BigInt(threshold)) },
    { field: 'nonce', slot: wordOf(storage.nonce), word: wordOf(nonce) },
    ...linksOf('owners', owners, storage.owners),
    ...linksOf('modules', modules, storage.modules),
  ]
}

/** A list is a ring: each entry leads to the next, and the last one back to the end. */
function linksOf(field: string, list: readonly Address[], slot: bigint): readonly WantedSlot[] {
  const ring = [listEnd, ...list]
  return ring.map((entry, index) => {
    const next = ring[index + 1] ?? listEnd
    const isUnset = list.length === 0 && isSameAddress(entry, listEnd)
    const word = wordOf(BigInt(isUnset ? listEnd : next))
    return { field, slot: mappingKeyOf(entry, slot), word }
  })
}

function wordOf(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
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
