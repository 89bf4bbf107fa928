import { type Address, BaseError, type Hex, isSameAddress, parseHex } from '@vaultwright/base'
import { accountFromState, mappingKeyOf, wordFromStorage } from './account.ts'
import { openHeader, type ProvenHeader } from './header.ts'

/** A strategist's root with the bytes that prove it, as the interface answers (`getRootProof`). */
export type RootProofAnswer = {
  readonly manager_address: string
  readonly strategist_address: string
  readonly block_number: number | string
  readonly block_hash: string
  /** RLP of the block's header. */
  readonly header_rlp: string
  readonly account_proof: readonly string[]
  /** The 32-byte place of `manageRoot[strategist]`. */
  readonly storage_slot: string
  readonly storage_proof: readonly string[]
  readonly root_hash: string
}

/** A root that follows from a block's hash: only the hash has to be compared elsewhere. */
export type VerifiedRoot = {
  readonly ok: true
  readonly root: Hex
  readonly block: ProvenHeader
}

/** Why a proof of a root is not one. */
type RootProofRefusal = {
  readonly ok: false
  /** The error's sentence. */
  readonly message: string
  readonly error: BaseError
}

/** The number of slots of a Manager that may be the mapping of its roots. */
const slotsTried = 21
const unset = `0x${'0'.repeat(64)}`

/**
 * Follows a root from a block's hash through header, account and storage, hashing every step.
 *
 * The answer's own words are compared with what follows from its bytes; none of them is believed.
 * That the block is the chain's, its hash tells when you compare it with another source.
 */
export function verifyRootProof(
  answer: RootProofAnswer,
  { manager, strategist }: { readonly manager: Address; readonly strategist: Address },
): VerifiedRoot | RootProofRefusal {
  try {
    return { ok: true, ...followRoot(answer, { manager, strategist }) }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { ok: false, message: error.shortMessage, error }
  }
}

function followRoot(
  answer: RootProofAnswer,
  { manager, strategist }: { readonly manager: Address; readonly strategist: Address },
): Omit<VerifiedRoot, 'ok'> {
  assertHolds(
    isSameAddress(answer.manager_address as Address, manager) &&
      isSameAddress(answer.strategist_address as Address, strategist),
    'it is of another Manager or another strategist',
  )
  const block = openHeader(parseHex(answer.header_rlp))
  assertHolds(block.hash === answer.block_hash.toLowerCase(), 'its header has another block hash')
  assertHolds(
    String(block.number) === String(answer.block_number),
    'its header has another block number',
  )
  const nodes = answer.account_proof as readonly Hex[]
  const account = accountFromState(block.stateRoot, { address: manager, nodes })
  if (account === null) throw new RootProofError('the Manager does not exist in that block')
  const slot = answer.storage_slot.toLowerCase() as Hex
  const places = Array.from({ length: slotsTried }, (_, index) =>
    mappingKeyOf(strategist, BigInt(index)),
  )
  assertHolds(places.includes(slot), 'its storage slot is not an entry of this strategist')
  const root = wordFromStorage(account.storageRoot, {
    slot,
    nodes: answer.storage_proof as readonly Hex[],
  })
  assertHolds(root === answer.root_hash.toLowerCase(), 'the storage holds another root')
  // Every slot that was never written looks like that.
  assertHolds(root !== unset, 'the storage holds no root there')
  return { root, block }
}

function assertHolds(isTrue: boolean, why: string): void {
  if (!isTrue) throw new RootProofError(why)
}

/** An answer does not prove the root that it states. */
class RootProofError extends BaseError {
  override readonly code = 'invalid_root_proof'
  override readonly kind = 'unavailable'

  constructor(why: string) {
    super({
      message: `The proof of the root does not hold: ${why}. Do not use this root; ask another server.`,
      facts: { why },
    })
  }
}
