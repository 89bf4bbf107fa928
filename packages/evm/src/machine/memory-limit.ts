import { BaseError } from '@vaultwright/base'

/**
 * The most that the calls of one transaction may keep: their inputs, what they return, and each call itself.
 * A call takes the caller's whole memory along for 100 gas, so that gas bounds nothing here.
 */
export const maxFrameBytes = 64 * 2 ** 20

/** The calls of a transaction carry more data than may be kept. */
export class EvmMemoryLimitError extends BaseError {
  override readonly code = 'evm_memory_limit'
  override readonly kind = 'overload'

  constructor(bytes: number) {
    super({
      message: `The calls of the transaction carry more than ${maxFrameBytes} bytes of data, which is the most that is kept of one transaction. Split the batch.`,
      facts: { bytes, maxFrameBytes },
    })
  }
}
