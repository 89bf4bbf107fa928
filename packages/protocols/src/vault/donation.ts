import type { Address } from '@vaultwright/base'
import { readSubject } from '../catalogue/position-reading.ts'
import type { PositionResult, PositionSubject, ReadMoment } from '../position/position.ts'
import { wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Donation, Reading } from '../reading/reading.ts'

/** Parts of what an account has that are sent to it, percent. */
export const donatedPercents = [1n, 5n, 25n] as const

/** The amount that a reader finds after a donation; null where it could not be executed. Plain values. */
export type DonatedAmount = {
  readonly holder: Address
  readonly asset: Address
  readonly to: Address
  readonly percent: bigint
  readonly before: bigint
  readonly after: bigint | null
}

/**
 * Reads a subject again after donations of 1, 5 and 25 % of what its accounts have, each on the state of the block.
 *
 * @param result - of the subject, without a donation.
 * @returns a reading that only an EVM on proven state can run; nothing for amounts that no donation moves.
 */
export function* readDonated(
  subject: PositionSubject,
  result: PositionResult,
  moment: ReadMoment,
): Reading<readonly DonatedAmount[]> {
  const amounts: DonatedAmount[] = []
  for (const { holder, asset, amount: before, donation } of result.holdings) {
    if (donation === undefined) continue
    const { token, to } = donation
    const [answer] = yield [readOf(token, 'balanceOf(address)', [to])]
    const balance = wordIn(answer, 0).value ?? 0n
    if (balance === 0n) continue
    for (const percent of donatedPercents) {
      const gift = { token, to, amount: (balance * percent) / 100n }
      const again = yield* readAfter(readSubject(subject, moment), gift)
      const moved = again.holdings.find(
        (holding) => holding.donation?.to === to && holding.asset === asset,
      )
      amounts.push({ holder, asset, to, percent, before, after: moved?.amount ?? null })
    }
  }
  return amounts
}

function* readAfter<Found>(reading: Reading<Found>, after: Donation): Reading<Found> {
  let step = reading.next()
  while (step.done !== true) {
    step = reading.next(yield step.value.map((call) => ({ ...call, after })))
  }
  return step.value
}
