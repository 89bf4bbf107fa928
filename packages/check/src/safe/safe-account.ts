import { type Address, BaseError, type Hex, isSameAddress, parseHex } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { accountFromState, mappingKeyOf, openHeader, wordFromStorage } from '@vaultwright/proof'
import { type SafeAccountState, type SafeWord, safeStorageOf } from '@vaultwright/safe'
import type { SafeAccountData, SafeProofData } from '@vaultwright/wire'

/** An answer of `getSafeAccount`. */
export type SafeAccountAnswer = {
  readonly account: SafeAccountData
  readonly proof: SafeProofData | null
  readonly unproven_because: string | null
}

/** A Safe's account, and what it rests on. */
export type CheckedSafe = {
  readonly account: SafeAccountState
  /** Null where owners, threshold, nonce, modules and guards follow from the block's hash. */
  readonly unprovenBecause: string | null
}

/**
 * Follows a Safe's account from its block's hash: each owner, each module, threshold, nonce, guards and handler.
 *
 * The version follows from the code alone, and that the block is the chain's, its hash tells when you compare it.
 *
 * @throws {SafeAccountProofError} when the proof does not hold, or the answer is of another Safe.
 */
export function checkSafeAccount(
  answer: SafeAccountAnswer,
  { safe, chainId }: { readonly safe: Address; readonly chainId: number },
): CheckedSafe {
  const account = accountIn(answer.account)
  assertHolds(isSameAddress(account.safe, safe), 'it is of another Safe')
  assertHolds(account.chainId === chainId, 'it is of another chain')
  const { owners, threshold } = account
  assertHolds(threshold > 0 && threshold <= owners.length, 'its threshold is of no owners')
  if (answer.proof === null) {
    return { account, unprovenBecause: answer.unproven_because ?? 'the service gives no proof' }
  }
  try {
    follow(account, answer.proof)
  } catch (error) {
    if (!(error instanceof BaseError) || error instanceof SafeAccountProofError) throw error
    throw new SafeAccountProofError(error.shortMessage, error)
  }
  return { account, unprovenBecause: null }
}

function accountIn(data: SafeAccountData): SafeAccountState {
  return {
    safe: parseAddress(data.safe_address),
    chainId: data.chain_id,
    version: data.version,
    nonce: BigInt(data.nonce),
    threshold: data.threshold,
    owners: data.owners.map(parseAddress),
    modules: data.modules.map(parseAddress),
    singleton: parseAddress(data.singleton),
    guard: parseAddress(data.guard),
    moduleGuard: parseAddress(data.module_guard),
    fallbackHandler: parseAddress(data.fallback_handler),
    blockNumber: BigInt(data.block_number),
    blockHash: data.block_hash.toLowerCase() as Hex,
  }
}

function follow(account: SafeAccountState, proof: SafeProofData): void {
  const block = openHeader(parseHex(proof.header_rlp as Hex))
  assertHolds(block.hash === account.blockHash, 'its header has another block hash')
  assertHolds(block.number === account.blockNumber, 'its header has another block number')
  const nodes = proof.account_proof as readonly Hex[]
  const stored = accountFromState(block.stateRoot, { address: account.safe, nodes })
  if (stored === null) throw new SafeAccountProofError('the Safe does not exist in that block')
  for (const word of safeStorageOf(account)) {
    const slot = slotOf(word)
    const entry = proof.slots.find(({ storage_slot }) => storage_slot.toLowerCase() === slot)
    if (entry === undefined) throw new SafeAccountProofError(`it leaves the ${word.field} out`)
    const { storage_proof } = entry
    const held = wordFromStorage(stored.storageRoot, {
      slot,
      nodes: storage_proof as readonly Hex[],
    })
    assertHolds(held === word.word, `the storage holds another ${word.field}`)
  }
}

function slotOf({ slot, key }: SafeWord): Hex {
  return key === null ? slot : mappingKeyOf(key, BigInt(slot))
}

function assertHolds(isTrue: boolean, reason: string): void {
  if (!isTrue) throw new SafeAccountProofError(reason)
}

/** An answer does not prove the account that it states. */
class SafeAccountProofError extends BaseError {
  override readonly code = 'safe_account_unproven'
  override readonly kind = 'unavailable'

  constructor(reason: string, cause?: unknown) {
    super({
      message: `The proof of the Safe's account does not hold: ${reason}. Do not sign by it; ask another service.`,
      facts: { reason },
      cause,
    })
  }
}
