import { countText } from '../../part/text/count-text.ts'
import type { OpenEntry, OpenQueue } from './open-queue.ts'

/** Says who signed: `1 of 2 signed`. */
export function signersText(
  { verified }: Pick<OpenEntry, 'verified'>,
  { safe }: Pick<OpenQueue, 'safe'>,
): string {
  return `${verified.signatures.length} of ${safe.account.threshold} signed`
}

/** Says what an entry waits for, in a few words. */
export function stateText(
  { verified, state }: Pick<OpenEntry, 'verified' | 'state'>,
  { safe }: Pick<OpenQueue, 'safe'>,
): string {
  const { threshold, nonce } = safe.account
  const missing = threshold - verified.signatures.length
  const owners = missing > 0 ? `waits for ${countText(missing, 'owner')} more` : 'all have signed'
  switch (state) {
    case 'unverifiable':
      return 'its fields have another hash than the service states'
    case 'dead':
      return `its nonce is used: the Safe is at ${nonce}`
    case 'ready':
      return 'ready to execute'
    case 'ready_in_conflict':
      return 'ready, and another transaction has its nonce'
    case 'queued':
      return `${owners}, runs after the one before it`
    case 'blocked':
      return `${owners}, and a nonce before it is of no transaction`
    case 'awaiting':
      return owners
  }
}

/** Counts the other entries at the same nonce: only one of them can run. */
export function rivalCountOf(entry: OpenEntry, { entries }: Pick<OpenQueue, 'entries'>): number {
  const { nonce } = entry.verified.entry.transaction
  return entries.filter(({ verified }) => {
    return verified.hash !== entry.verified.hash && verified.entry.transaction.nonce === nonce
  }).length
}

/** The condition behind the word of an answer. */
export function entryConditionOf({ answer }: Pick<OpenEntry, 'answer'>): string {
  const { answer: word, reasons } = answer.verdict
  if (word === 'no') return 'Do not sign it: tell the other owners on another channel'
  if (word === 'yes') return 'your device shows the hashes below'
  if (word === 'conditional') return 'each amber line is so, and your device shows the hashes'
  const open = reasons.filter(({ weight }) => weight === 'open').length
  return open === 1 ? '1 check is missing' : `${open} checks are missing`
}

/** True if an owner may confirm it here: a No is rejected, and an open question is closed first. */
export function isConfirmable({ answer, state }: Pick<OpenEntry, 'answer' | 'state'>): boolean {
  const { answer: word } = answer.verdict
  return (word === 'yes' || word === 'conditional') && state !== 'dead' && state !== 'unverifiable'
}

/** Says why an entry that enough owners signed is not executed here; null where it may be. */
export function executionBarOf(
  entry: Pick<OpenEntry, 'answer' | 'state'>,
  { safe }: Pick<OpenQueue, 'safe'>,
): string | null {
  const { answer, state } = entry
  if (state === 'dead') return 'Its nonce is used.'
  if (answer.verdict.answer === 'no') return 'It is not executed here: the answer is No.'
  if (answer.verdict.answer === 'open')
    return 'It is not executed here before the open checks are closed.'
  if (state === 'ready' || state === 'ready_in_conflict') return null
  return `It is not next: the transaction at nonce ${safe.account.nonce} runs first.`
}
