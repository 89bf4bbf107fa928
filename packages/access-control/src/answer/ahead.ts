import type { ControlReading } from '../reading/request.ts'
import { type ControlAnswer, type ControlOptions, solveControl } from './control-answer.ts'
import { actText } from './control-change.ts'
import { diffControl } from './control-diff.ts'

/** Computes the answer when everything that waits has run. @returns null if nothing waits, or a call cannot be followed. */
export function answerAhead(
  { ahead }: Pick<ControlReading, 'ahead'>,
  options?: ControlOptions,
): ControlAnswer | null {
  return ahead === null ? null : solveControl(ahead, options)
}

/**
 * Says what takes other keys, or another delay, when everything that waits in timelocks has run.
 *
 * @returns a sentence an act; null if nothing waits; one sentence if a call cannot be followed.
 */
export function sentencesAhead({
  state,
  waiting,
  ahead,
}: Pick<ControlReading, 'state' | 'waiting' | 'ahead'>): readonly string[] | null {
  if (waiting.length === 0) return null
  if (ahead === null) {
    const isKnown = waiting.every(({ calls }) => calls !== null)
    const reason = isKnown
      ? 'a call that waits cannot be followed'
      : 'not every call that waits is known'
    return [`cannot say what holds then: ${reason}`]
  }
  const { acts } = diffControl(
    { state, answer: solveControl(state) },
    { state: ahead, answer: solveControl(ahead) },
  )
  return acts.length === 0 ? ['every act takes the same keys and delay'] : acts.map(actText)
}
