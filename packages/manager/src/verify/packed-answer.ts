import { type Address, type Hex, markOwnName } from '@vaultwright/base'
import type { ManagerRevert } from '../manage/manager-revert.ts'
import type { Refusal } from './refusal.ts'

/** The answer of a decoder on the chain to a calldata. */
export type PackedAnswer =
  | { readonly ok: true; readonly packed: Hex }
  | { readonly ok: false; readonly reason: 'no_code' }
  | { readonly ok: false; readonly reason: 'reverts'; readonly revert: ManagerRevert }
  /** It returned something that does not decode to one byte string, which the Manager does not take either. */
  | { readonly ok: false; readonly reason: 'not_bytes'; readonly returned: Hex }

/** Looks up what a decoder answers for the calldata of a call; null when the chain was not asked. */
export type AnswerSource = (call: {
  readonly decoder: Address
  readonly bytes: Uint8Array
}) => PackedAnswer | null

/** Says why a decoder's own answer refuses a call. */
export function refusalByAnswer(
  decoder: Address,
  answer: Exclude<PackedAnswer, { readonly ok: true }>,
): Refusal {
  switch (answer.reason) {
    case 'no_code':
      return {
        reason: 'decoder_without_code',
        message: `The decoder ${decoder} has no code on the chain: the Manager refuses every call through it.`,
        facts: { decoder },
      }
    case 'not_bytes':
      return {
        reason: 'decoder_answers_no_bytes',
        message: `The decoder ${decoder} on the chain returns ${shortOf(answer.returned)}, which is not a byte string.`,
        facts: { decoder, returned: answer.returned },
      }
    case 'reverts': {
      const { name, data } = answer.revert
      const isOwnName = answer.revert.name !== null && answer.revert.isOwnName
      return {
        reason: 'decoder_reverts',
        message: `The decoder ${decoder} on the chain reverts ${revertText(answer.revert)}.`,
        facts: { error: name, isOwnName, data, decoder, onChain: true },
      }
    }
  }
}

/** Says in words what a decoder's revert is. */
function revertText(revert: ManagerRevert): string {
  if (revert.name !== null) {
    if (revert.arguments.message === '') return 'with an empty reason'
    const values = Object.values(revert.arguments).map((value) => shortOf(String(value)))
    const text = `${revert.name}${values.length === 0 ? '' : `(${values.join(', ')})`}`
    return `with ${markOwnName(text, revert.isOwnName)}`
  }
  if (revert.data === '0x') return 'without a reason'
  return `with the unknown error ${shortOf(revert.data)}`
}

function shortOf(text: string): string {
  return text.length > 74 ? `${text.slice(0, 72)}…` : text
}
