import type { ControlReading } from '../reading/request.ts'
import { type ControlAnswer, type ControlOptions, solveControl } from './control-answer.ts'
import { actChangeText } from './control-change.ts'
import { type ActChange, diffControl } from './control-diff.ts'

/** Computes the answer when everything that waits has run. @returns null if nothing waits, or a call cannot be followed. */
export function answerAhead(
  { ahead }: Pick<ControlReading, 'ahead'>,
  options?: ControlOptions,
): ControlAnswer | null {
  return ahead === null ? null : solveControl(ahead, options)
}

/** The acts that take other keys when everything that waits has run; null with a reason if that cannot be said. */
export type ChangesAhead =
  | { readonly acts: readonly ActChange[] }
  | { readonly acts: null; readonly reason: string }

/** Finds what takes other keys, or another delay, when everything that waits in timelocks has run. @returns null if nothing waits. */
export function changesAhead({
  state,
  waiting,
  ahead,
}: Pick<ControlReading, 'state' | 'waiting' | 'ahead'>): ChangesAhead | null {
  if (waiting.length === 0) return null
  if (ahead === null) {
    const isKnown = waiting.every(({ calls }) => calls !== null)
    const reason = isKnown
      ? 'a call that waits cannot be followed'
      : 'not every call that waits is known'
    return { acts: null, reason }
  }
  const { acts } = diffControl(
    { state, answer: solveControl(state) },
    { state: ahead, answer: solveControl(ahead) },
  )
  return { acts }
}

/** Says what {@link changesAhead} finds: a sentence an act, or one that it cannot be said; null if nothing waits. */
export function sentencesAhead(
  reading: Pick<ControlReading, 'state' | 'waiting' | 'ahead'>,
): readonly string[] | null {
  const changes = changesAhead(reading)
  if (changes === null) return null
  if (changes.acts === null) return [`cannot say what holds then: ${changes.reason}`]
  const { acts } = changes
  return acts.length === 0 ? ['every act takes the same keys and delay'] : acts.map(actChangeText)
}
