import { printExplanation } from '@vaultwright/review'
import type { Explained } from '../explain.ts'
import { printEncodingNotes } from './encoding-note.ts'
import type { Ink } from './ink.ts'

/** Prints explanations for a person. */
export function printExplanations(explained: readonly Explained[], ink: Ink): readonly string[] {
  if (explained.length === 0) return ['The batch is empty: it makes no call.\n']
  return explained.map(({ place, explanation, notes }, at) => {
    const head = explained.length > 1 ? `${at > 0 ? '\n' : ''}${place}\n` : ''
    return [head, printExplanation(explanation), ...printEncodingNotes(notes, ink, '  ')].join('')
  })
}
