import { printName } from '@vaultwright/registry'
import type { ValueMark } from '../meaning/value-text.ts'
import type { CallDescription } from './call-description.ts'

/** Why a value deserves the first look, in two or three words. */
export const markWords = {
  unlimited: 'unlimited',
  whole_balance: 'whole balance',
  no_protection: 'no protection',
  no_deadline: 'no deadline',
  other_account: 'not the vault',
  other_value: 'unusual value',
  free_recipient: 'free recipient',
  free_spender: 'free spender',
  free_operator: 'free operator',
  free_payload: 'free bytes',
  free_price: 'free price',
} as const satisfies { readonly [mark in ValueMark]: string }

/** A line of what deserves the first look of a call. */
type CallMark = {
  /** The argument by its path, or `target` or `calldata`. */
  readonly name: string
  readonly reason: string
  readonly text: string
}

/** Lists what deserves the first look of a call: who runs it, what is not shown, and marked arguments in order. */
export function marksOf({
  target,
  unforwarded,
  namesakes,
  unread,
  arguments: args,
}: CallDescription): readonly CallMark[] {
  const marks: CallMark[] = []
  if (unforwarded !== null) {
    const text = `${target} itself runs the call: it is not known to be a drone that forwards it to ${unforwarded}`
    marks.push({ name: 'target', reason: 'unknown drone', text })
  }
  for (const { token, name, record } of namesakes) {
    const text = `${printName(name)} ${token} is not the ${record.symbol} on record, ${record.address}`
    marks.push({ name: 'token', reason: 'known symbol', text })
  }
  if (unread !== null) marks.push({ name: 'calldata', reason: 'not shown', text: unread })
  for (const { path, mark, text } of args) {
    if (mark !== null) marks.push({ name: path, reason: markWords[mark], text })
  }
  return marks
}
