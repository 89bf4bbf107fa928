import type { BuiltCheck } from '../built/check-built.ts'
import { type AnswerReason, reasonOf } from '../verdict/verdict.ts'

/** Gives the reasons of a build. */
export function builtReasons(check: BuiltCheck): readonly AnswerReason[] {
  const { problems, open, notes, uncompared } = check
  return [
    ...problems.map((message) => reasonOf('no', 'not_followed', message)),
    ...open.map((message) => reasonOf('open', 'chain_decides', message)),
    ...uncompared.map((message) => reasonOf('open', 'not_asked', message)),
    ...notes.map((message) => reasonOf('note', 'stated', message)),
  ]
}
