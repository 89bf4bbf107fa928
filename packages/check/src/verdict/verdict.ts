/** The weight of a reason: it does not follow, it is not known, it must be meant, or it is good to know. */
export type ReasonWeight = 'no' | 'open' | 'condition' | 'note'

/** One reason of an answer's verdict. */
export type AnswerReason = {
  /** Of `AnswerReasonCode`, or a packet's own; stable snake case. */
  readonly code: string
  readonly weight: ReasonWeight
  readonly message: string
}

/**
 * `not_followed`: a value does not follow from its inputs. `not_asked`: it is not what was asked for, or cannot be
 * compared with it. `not_given`: an input is missing. `chain_decides`: the chain may still refuse it. `would_fail`: a
 * simulation fails. `expired`: it does not hold any more. `dangerous`: it permits what takes funds. `stated`: the
 * service's word, or the file's.
 */
export type AnswerReasonCode =
  | 'chain_decides'
  | 'dangerous'
  | 'expired'
  | 'not_asked'
  | 'not_followed'
  | 'not_given'
  | 'stated'
  | 'would_fail'

/** The one verdict about an answer: no by one `no`, open by one `open`, conditional by one `condition`, else yes. */
export type AnswerVerdict = {
  readonly answer: 'yes' | 'conditional' | 'no' | 'open'
  /** Worst first. */
  readonly reasons: readonly AnswerReason[]
}

const weights = ['no', 'open', 'condition', 'note'] as const

/** Sums reasons up. */
export function verdictOf(reasons: readonly AnswerReason[]): AnswerVerdict {
  const sorted = reasons.toSorted(
    (one, other) => weights.indexOf(one.weight) - weights.indexOf(other.weight),
  )
  const worst = sorted[0]?.weight ?? 'note'
  const answers = { no: 'no', open: 'open', condition: 'conditional', note: 'yes' } as const
  return { answer: answers[worst], reasons: sorted }
}

/** Makes a reason. */
export function reasonOf(
  weight: ReasonWeight,
  code: AnswerReasonCode,
  message: string,
): AnswerReason {
  return { weight, code, message }
}

/** Writes a value of JSON for a sentence; `nothing` where there is none. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Puts before each sentence what it is about. */
export function aboutSubject(
  reasons: readonly AnswerReason[],
  subject: string,
): readonly AnswerReason[] {
  return reasons.map((reason) => ({ ...reason, message: `${subject}: ${reason.message}` }))
}
