import type { ControlState } from '../model/state.ts'
import type { ControlReading } from '../reading/request.ts'
import { type ControlAnswer, type ControlOptions, solveControl } from './control-answer.ts'
import { actText } from './control-change.ts'
import { diffControl } from './control-diff.ts'

/** Computes the answer when everything that waits has run. @returns null if nothing waits, or nobody can say. */
export function answerAhead(
  { ahead }: Pick<ControlReading, 'ahead'>,
  options?: ControlOptions,
): ControlAnswer | null {
  return ahead === null ? null : solveControl(ahead, options)
}

/**
 * Says what takes other keys, or another delay, when everything that waits in timelocks has run.
 *
 * @returns a sentence an act; null if nothing waits; one sentence if nobody can say what the operations do.
 */
export function sentencesAhead({
  state,
  waiting,
  ahead,
}: Pick<ControlReading, 'state' | 'waiting' | 'ahead'>): readonly string[] | null {
  if (waiting.length === 0) return null
  if (ahead === null) return ['cannot say what holds then: not every call that waits is known']
  const [before, after] = [state, ahead].map((each) => ({
    state: each,
    answer: solveControl(each),
  })) as [ControlAt, ControlAt]
  const changes = diffControl(before, after).acts
  return changes.length === 0 ? ['every act takes the same keys and delay'] : changes.map(actText)
}

type ControlAt = { readonly state: ControlState; readonly answer: ControlAnswer }
