import type { Address } from '@vaultwright/base'
import { type AbiValue, encodeCall, parseSignature } from '@vaultwright/manager'
import { wordIn } from '../reading/answer.ts'
import type { Reading } from '../reading/reading.ts'
import type { VenueValues } from './venue.ts'

/** A call that reads, whose first word is the amount that would be bought. */
type AmountQuestion = {
  readonly to: Address
  /** With types of arguments. */
  readonly call: string
  readonly arguments: readonly AbiValue[]
  /** The index of the word of the answer that counts. */
  readonly word?: number
}

/** Asks one amount; null where the call reverts or answers nothing. */
export function* readAmount(question: AmountQuestion): Reading<bigint | null> {
  const { to, call, arguments: values, word = 0 } = question
  const [answer] = yield [{ to, data: encodeCall(parseSignature(call), values) }]
  return wordIn(answer, word).value
}

/** The rate of a share contract: what some assets would mint. */
export function previewDeposit({ values, sellAmount }: VenueValues, vault: string) {
  return readAmount({
    to: values[vault] as Address,
    call: 'previewDeposit(uint256)',
    arguments: [sellAmount],
  })
}

/** The rate of a share contract: what some shares would pay. */
export function previewRedeem({ values, sellAmount }: VenueValues, vault: string) {
  return readAmount({
    to: values[vault] as Address,
    call: 'previewRedeem(uint256)',
    arguments: [sellAmount],
  })
}

/** One for one, as far as decimals are the same. */
// biome-ignore lint/correctness/useYield: nothing has to be asked
export function* readSame(amount: bigint): Reading<bigint | null> {
  return amount
}
