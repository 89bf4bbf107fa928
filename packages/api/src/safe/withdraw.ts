import { BaseError, type Hex } from '@vaultwright/base'
import { deletionTypedDataOf } from '@vaultwright/safe'
import { judgeQueue } from '@vaultwright/safe-service'
import type { Actor } from '@vaultwright/store'
import { auditedService, journalOf, signerFor } from './proposer.ts'
import { lookAnew, SafeTransactionNotFoundError } from './safe-look.ts'
import { readSafe, type SafePlace, servicesOf } from './safe-place.ts'
import { inSafeTurn } from './safe-turn.ts'

/** A proposal to withdraw, and who does. */
export type ProposalWithdrawal = { readonly hash: Hex; readonly actor: Actor }

/**
 * Takes a proposal of this service out of the queue. Twice is once.
 *
 * @returns the nonce that it had.
 * @throws {SafeKeyMissingError} {SafeTransactionNotFoundError} {ProposalFixedError} {SafeBusyError} {ServiceRefusedError}
 */
export async function withdrawOn(
  place: SafePlace,
  { hash, actor }: ProposalWithdrawal,
): Promise<{ readonly nonce: string }> {
  const { context, safeRef, chainId } = place
  const signer = await signerFor(place)
  const services = servicesOf(place)
  const [service] = services
  const nonce = await inSafeTurn(place, async (prolong) => {
    const journal = journalOf(place)
    const records = (await journal.read()).filter(({ safeTxHash }) => safeTxHash === hash)
    const queue = await judgeQueue(await readSafe(place), services)
    const entry = queue.entries.find(({ verified }) => verified.hash === hash)
    const posted = records.findLast(({ event }) => event === 'posted')
    if (entry === undefined) {
      if (records.at(-1)?.event === 'withdrawn') return records.at(-1)!.nonce
      throw new SafeTransactionNotFoundError(hash)
    }
    if (posted === undefined) throw new ProposalFixedError(hash, 'this service did not propose it')
    const [signed] = entry.verified.signatures
    if (signed !== undefined) {
      throw new ProposalFixedError(
        hash,
        `${signed.owner} signed it, so that it can run all the same`,
      )
    }
    const terms = { safe: safeRef.safe, hash, chainId, atUnix: Number(context.now()) }
    const signature = await signer.sign(deletionTypedDataOf(terms))
    await auditedService(place, service!, { actor, right: 'delegate', prolong }).withdraw(
      safeRef.safe,
      hash,
      signature,
    )
    await journal.write({ ...posted, event: 'withdrawn' })
    return posted.nonce
  })
  await lookAnew(place).catch((error: unknown) => {
    if (!(error instanceof BaseError)) throw error
  })
  return { nonce }
}

/** A proposal cannot be withdrawn here. */
class ProposalFixedError extends BaseError {
  override readonly code = 'safe_proposal_fixed'
  override readonly kind = 'conflict'

  constructor(hash: Hex, reason: string) {
    super({
      message: `The transaction ${hash} stays: ${reason}. Reject it by another transaction of its nonce.`,
      facts: { hash, reason },
    })
  }
}
