import { BaseError, type Hex } from '@vaultwright/base'
import type { SafeProposalData } from '@vaultwright/wire'

/**
 * Asserts that a proposal is of the transaction that this page has.
 *
 * @param hash - `safeTxHash` of the batch, computed here at the nonce of the proposal.
 * @throws {OtherProposalError}
 */
export function assertProposed(
  { safe_tx_hash: stated, nonce }: Pick<SafeProposalData, 'safe_tx_hash' | 'nonce'>,
  hash: Hex,
): void {
  if (stated.toLowerCase() !== hash) throw new OtherProposalError(stated, hash, nonce)
}

/** The service proposed something else. */
class OtherProposalError extends BaseError {
  override readonly code = 'other_proposal'
  override readonly kind = 'unavailable'

  constructor(stated: string, hash: Hex, nonce: string) {
    super({
      message: `The service names ${stated}, but this batch has the hash ${hash} at nonce ${nonce}. Tell the owners not to sign it.`,
      facts: { stated, hash, nonce },
    })
  }
}
