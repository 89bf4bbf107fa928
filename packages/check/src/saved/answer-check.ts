import type { BuiltCheck } from '../built/check-built.ts'
import type { Judgement } from '../day/receipt-check.ts'

/** The weight of a reason about an answer: it does not follow, nobody can tell, or it is good to know. */
export type ReasonWeight = 'no' | 'open' | 'note'

/** One reason of an answer's verdict. */
export type AnswerReason = {
  /**
   * `not_followed`: a value does not follow from its inputs. `not_asked`: it is not what was asked for, or cannot be
   * compared with it. `not_given`: an input is missing. `chain_decides`: the chain may still refuse it.
   * `stated`: the service's word, or the file's.
   */
  readonly code: 'not_followed' | 'not_asked' | 'not_given' | 'chain_decides' | 'stated'
  readonly weight: ReasonWeight
  readonly message: string
}

/** The subject of an answer. */
export type SavedAnswerKind =
  | 'build'
  | 'daily'
  | 'limit_order'
  | 'market'
  | 'performance'
  | 'quote'
  | 'simulation'
  | 'snapshot'
  | 'solana_build'
  | 'tree'

/** The one verdict about an answer: no by one `no`, open by one `open`, else yes. */
export type AnswerVerdict = {
  readonly answer: 'yes' | 'no' | 'open'
  /** Worst first. */
  readonly reasons: readonly AnswerReason[]
}

const weights = ['no', 'open', 'note'] as const

/** Sums reasons up. */
export function verdictOf(reasons: readonly AnswerReason[]): AnswerVerdict {
  const sorted = reasons.toSorted(
    (one, other) => weights.indexOf(one.weight) - weights.indexOf(other.weight),
  )
  const worst = sorted[0]?.weight ?? 'note'
  return { answer: worst === 'note' ? 'yes' : worst, reasons: sorted }
}

/** Makes a reason. */
export function reasonOf(
  weight: ReasonWeight,
  code: AnswerReason['code'],
  message: string,
): AnswerReason {
  return { weight, code, message }
}

/** Gives the reasons of a build. */
export function builtReasons(check: BuiltCheck): readonly AnswerReason[] {
  const { problems, open, notes, isCompared, isProven } = check
  const isOpen = isProven && !isCompared
  return [
    ...problems.map((message) => reasonOf('no', 'not_followed', message)),
    ...open.map((message) => reasonOf('open', 'chain_decides', message)),
    ...(isOpen
      ? [
          reasonOf(
            'open',
            'not_asked',
            'Not every value could be compared with what you asked for.',
          ),
        ]
      : []),
    ...notes.map((message) => reasonOf('note', 'stated', message)),
  ]
}

/** Gives the reasons of a value that was computed again. */
export function judgementReasons(
  { comparisons }: Judgement,
  subject: string,
): readonly AnswerReason[] {
  return comparisons.flatMap(({ title, differences, open }) => [
    ...differences.map(({ place, left, right }) =>
      reasonOf(
        'no',
        'not_followed',
        `${subject}: ${title}: ${place === '' ? 'it' : place} is ${textOf(left)}, and ${textOf(right)} follows.`,
      ),
    ),
    ...(open === null ? [] : [reasonOf('open', 'not_given', `${subject}: ${title}: ${open}`)]),
  ])
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
