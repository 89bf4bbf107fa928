import { BaseError } from '@vaultwright/base'

/** A node gives no proofs of the state at a block. */
export class NoProofsError extends BaseError {
  override readonly code = 'no_proofs'
  override readonly kind = 'unsupported'
  /** True if it gives them at newer blocks. */
  readonly isGone: boolean

  constructor(
    block: bigint,
    { isGone, cause }: { readonly isGone: boolean; readonly cause: BaseError },
  ) {
    const advice = isGone
      ? 'Simulate on the newest block, or give a node that keeps proofs: Reth has --rpc.eth-proof-window, Erigon --prune.experimental.include-commitment-history.'
      : 'Give an endpoint that has eth_getProof, or use the engine node or fork.'
    super({
      message: `The node gives no proofs of the state at block ${block}. ${advice}`,
      facts: { block: String(block), isGone },
      cause,
    })
    this.isGone = isGone
  }
}

/** Overrides of the caller change the state that a proof is of. */
export class OverridesNotProvenError extends BaseError {
  override readonly code = 'overrides_not_proven'
  override readonly kind = 'invalid_input'

  constructor() {
    super({
      message:
        'A simulation with overrides cannot be proven: they are not part of the block. Leave them out, or use the engine node or fork.',
    })
  }
}

/** A transaction asks its block for what is not known before the block is made. */
export class DependsOnUnknownError extends BaseError {
  override readonly code = 'depends_on_unknown'
  override readonly kind = 'unsupported'

  constructor(names: readonly string[]) {
    super({
      message: `The transaction asks for ${names.join(', ')}, which is not known before its block is made: nothing proves what it will do. Compare several engines, and expect another result.`,
      facts: { names },
    })
  }
}

/** A process gave up a simulation on proven state, because it needs more than there is for one. */
export class ProofGivenUpError extends BaseError {
  override readonly code = 'proof_given_up'
  override readonly kind = 'timeout'

  constructor(what: 'time' | 'memory' | 'queue') {
    const words = {
      time: 'takes longer than there is time for one proof',
      memory: 'takes more memory than there is for one proof',
      queue: 'waits behind more proofs than may wait',
    }
    super({
      message: `The simulation was not proven: it ${words[what]}. Split the batch, or ask again later.`,
      facts: { what },
      retryable: true,
    })
  }
}
