import { BaseError } from '@vaultwright/base'

/** The step that does not follow, by code. */
export type FinalityStep =
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
  | 'rollup_differs'

/** A block, or a step on the way to it, does not follow from the checkpoint. */
export class FinalityError extends BaseError {
  override readonly code = 'not_proven_final'
  override readonly kind = 'damaged_data'
  readonly step: FinalityStep

  /** @param reason - a clause with the value that is wrong, after "is not proven: ". */
  constructor(step: FinalityStep, reason: string, cause?: unknown) {
    super({
      message: `That the block is final is not proven: ${reason}. Ask another server, or make the finality file again.`,
      facts: { step, reason },
      cause,
    })
    this.step = step
  }
}
