import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import { parseOwnerSignature, recoverOwner, withRecoveryId } from '@vaultwright/safe'
import { openSignedSigner, type ProposalSigner } from '@vaultwright/safe-service'
import { readSafe, type SafePlace, servicesOf } from './safe-place.ts'

/** A signature of a wallet, and the hash that it is of. */
export type SignedProposal = { readonly hash: Hex; readonly signature: Hex }

/** The account whose wallet signed, and by which right it proposes. */
export type WalletSigner = {
  readonly signer: ProposalSigner
  readonly right: 'owner' | 'delegate'
}

/** Values of `v` that a key gives: contracts, passkeys and approvals on chain sign elsewhere. */
export const keyKinds: readonly number[] = [27, 28, 31, 32]

/**
 * Recovers who signed a proposal: an owner of the Safe by the chain, else a delegate whom the service lists for an owner.
 *
 * @throws {ProposerUnknownError} for any other account; what reading chain and service throws.
 */
export async function walletSignerOf(
  place: SafePlace,
  { hash, signature: sent }: SignedProposal,
): Promise<WalletSigner> {
  const signature = withRecoveryId(sent)
  if (!keyKinds.includes(Number.parseInt(signature.slice(-2), 16))) {
    throw new ProposerUnknownError(hash, 'it is not one that a key made of the typed data')
  }
  const address = await recoverOwner(parseOwnerSignature(signature), hash)
  if (address === null) throw new ProposerUnknownError(hash, 'no account can be recovered from it')
  const { owners, blockNumber } = (await readSafe(place)).account
  const signer = openSignedSigner({ address, hash, signature })
  const isOwner = (account: Address) => owners.some((owner) => isSameAddress(owner, account))
  if (isOwner(address)) return { signer, right: 'owner' }
  const delegates = await servicesOf(place)[0]!.delegates(place.safeRef.safe)
  const isDelegate = delegates.some(
    ({ delegate, delegator }) => isSameAddress(delegate, address) && isOwner(delegator),
  )
  if (isDelegate) return { signer, right: 'delegate' }
  const reason = `it is of ${address}, who is neither an owner at block ${blockNumber} nor a delegate of one`
  throw new ProposerUnknownError(hash, reason)
}

/** A signature is of an account that may not propose. */
class ProposerUnknownError extends BaseError {
  override readonly code = 'safe_proposer_unknown'
  override readonly kind = 'invalid_input'

  constructor(hash: Hex, reason: string) {
    super({
      message: `The signature for ${hash} is refused: ${reason}. Nothing was sent. Sign with the key of an owner or a delegate.`,
      facts: { hash, reason: 'proposer_unknown' },
    })
  }
}
