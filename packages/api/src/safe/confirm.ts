import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import { isHashStated, parseOwnerSignature, recoverOwner, withRecoveryId } from '@vaultwright/safe'
import type { JudgedEntry } from '@vaultwright/safe-service'
import type { Actor } from '@vaultwright/store'
import { entryIn, lookAnew, lookAtSafe, type SafeLook } from './safe-look.ts'
import { type SafePlace, servicesOf } from './safe-place.ts'
import { keyKinds } from './wallet-signer.ts'

/** A signature for an entry, and who sends it. */
export type Confirmation = {
  readonly hash: Hex
  /** 65 bytes. */
  readonly signature: Hex
  readonly actor: Actor
}

/**
 * Forwards an owner's signature to the service that lists the entry. The signer is recovered first, and the audit log
 * is written before anything is sent.
 *
 * @returns the look after it, for which the services were read anew.
 * @throws {SafeTransactionNotFoundError} {SafeTransactionClosedError} {ConfirmationRefusedError} {ServiceRefusedError}
 */
export async function confirmOn(
  place: SafePlace,
  { hash, signature: sent, actor }: Confirmation,
): Promise<SafeLook> {
  const { context, tenantId, safeRef } = place
  const look = await lookAtSafe(place)
  const entry = entryIn(look, hash)
  const signature = withRecoveryId(sent)
  const owner = await signerOf(look, entry, signature)
  const note = { actor, act: 'safe.confirm', subject: safeRef.safe } as const
  const { nonce } = entry.verified.entry.transaction
  const details = { chain: safeRef.chain, safe_tx_hash: hash, nonce: String(nonce), owner }
  await context.store.audit.note(tenantId, { ...note, details })
  await listingService(place, look, hash).confirm(hash, signature)
  await context.store.safeQueues.addSignature(tenantId, safeRef, { hash, owner, signature })
  return lookAnew(place)
}

/** Finds the owner who signed. */
async function signerOf(
  { safe }: SafeLook,
  { verified, state }: JudgedEntry,
  signature: Hex,
): Promise<Address> {
  const { hash, signatures } = verified
  if (!isHashStated(verified) || state === 'dead') throw new SafeTransactionClosedError(hash, state)
  if (!keyKinds.includes(Number.parseInt(signature.slice(-2), 16))) {
    throw new ConfirmationRefusedError(hash, 'it is not one that a key made of the typed data')
  }
  const owner = await recoverOwner(parseOwnerSignature(signature), hash)
  if (owner === null)
    throw new ConfirmationRefusedError(hash, 'no account can be recovered from it')
  const { owners, blockNumber } = safe.account
  if (!owners.some((known) => isSameAddress(known, owner))) {
    const reason = `it is of ${owner}, who is not an owner at block ${blockNumber}`
    throw new ConfirmationRefusedError(hash, reason)
  }
  if (signatures.some((signed) => isSameAddress(signed.owner, owner))) {
    throw new ConfirmationRefusedError(hash, `${owner} has signed it already`)
  }
  return owner
}

/** A service takes signatures for what it lists. */
function listingService(place: SafePlace, { queue }: SafeLook, hash: Hex) {
  const services = servicesOf(place)
  const isNamed = (row: unknown) => JSON.stringify(row).toLowerCase().includes(hash)
  const listing = queue.listings.find(({ rows }) => rows.some(isNamed))
  return services.find(({ name }) => name === listing?.service) ?? services[0]!
}

/** A transaction takes no signatures any more. */
class SafeTransactionClosedError extends BaseError {
  override readonly code = 'safe_transaction_closed'
  override readonly kind = 'conflict'

  constructor(hash: Hex, state: string) {
    super({
      message: `The transaction ${hash} is ${state}: no signature makes it run. Do not sign it.`,
      facts: { hash, state },
    })
  }
}

/** A signature does not count. */
class ConfirmationRefusedError extends BaseError {
  override readonly code = 'confirmation_refused'
  override readonly kind = 'invalid_input'

  constructor(hash: Hex, reason: string) {
    super({
      message: `The signature for ${hash} is refused: ${reason}. Nothing was sent. Sign with the key of an owner.`,
      facts: { hash, reason },
    })
  }
}
