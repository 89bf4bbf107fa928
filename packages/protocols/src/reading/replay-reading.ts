import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type ContractReadResult, type Reading, runOnAnswers } from './reading.ts'

/**
 * Runs a reading on answers that were recorded.
 *
 * @param reading - a description of reads, not begun.
 * @param answerOf - what a call was answered; undefined when it was not recorded.
 * @returns what it finds, the same as on the chain that gave the answers.
 * @throws {UnrecordedReadError} when the reading asks what was not recorded.
 */
export function replayReading<Found>(
  reading: Reading<Found>,
  answerOf: (to: Address, data: Hex) => ContractReadResult | undefined,
): Found {
  return runOnAnswers(reading, ({ to, data }) => {
    const answer = answerOf(to, data)
    if (answer === undefined) throw new UnrecordedReadError(to, data)
    return answer
  })
}

/** A reading asks for an answer that its recording does not have. */
export class UnrecordedReadError extends BaseError {
  override readonly code = 'unrecorded_read'
  override readonly kind = 'damaged_data'

  constructor(to: Address, data: Hex) {
    super({
      message: `What ${to} answers to ${data.slice(0, 10)} was not recorded. Read the day again.`,
      facts: { to, data },
    })
  }
}
