import { BaseError } from '@vaultwright/base'

/** Why a block does not follow from a checkpoint, by code. */
export type FinalityReason =
  | 'malformed'
  | 'fork_unknown'
  | 'checkpoint_differs'
  | 'branch_differs'
  | 'slots_disordered'
  | 'from_future'
  | 'period_skipped'
  | 'committee_differs'
  | 'too_few_signers'
  | 'not_signed'
  | 'block_differs'
  | 'block_not_final'
  | 'chain_differs'

/** A block, or a step on the way to it, does not follow from the checkpoint. */
export class FinalityError extends BaseError {
  override readonly code = 'not_proven_final'
  override readonly kind = 'damaged_data'
  readonly reason: FinalityReason

  /** @param why - a clause with the value that is wrong, after "is not proven: ". */
  constructor(reason: FinalityReason, why: string, cause?: unknown) {
    super({
      message: `That the block is final is not proven: ${why}. Ask another server, or make the finality file again.`,
      facts: { reason, why },
      cause,
    })
    this.reason = reason
  }
}
