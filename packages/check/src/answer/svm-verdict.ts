import type { SvmBuiltCheck } from '../solana/check-svm-built.ts'
import type { JudgedTransaction } from '../solana/judge.ts'
import { type AnswerVerdict, reasonOf, verdictOf } from '../verdict/verdict.ts'

/** Answers whether a transaction of Solana may be signed. */
export function svmVerdict({ reasons }: Pick<JudgedTransaction, 'reasons'>): AnswerVerdict {
  return verdictOf(
    reasons.map(({ weight, code, message, index }) => {
      const place = index === null ? '' : `Instruction ${index + 1}: `
      return { weight, code, message: `${place}${message}` }
    }),
  )
}

/** Answers whether a transaction that a service built is ready to hand over. */
export function svmBuiltVerdict(
  { problems, notes }: Pick<SvmBuiltCheck, 'problems' | 'notes'>,
  warnings: readonly string[],
): AnswerVerdict {
  return verdictOf([
    ...problems.map((message) => reasonOf('no', 'not_followed', message)),
    ...[...notes, ...warnings].map((message) => reasonOf('note', 'stated', message)),
  ])
}
