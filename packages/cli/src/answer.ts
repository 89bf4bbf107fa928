import type { ExitCode } from './exit-code.ts'
import type { Pieces } from './pieces.ts'
import type { Ink } from './print/ink.ts'

/** A value that JSON can say; a bigint is said as a decimal text. */
export type Json =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [key: string]: Json }

/** What a command found, in both forms; only the one asked for is made. */
export type Answer = {
  /** For a program: one value, printed as one JSON document. */
  readonly json: () => Json
  /** For a person: lines, ready to print. */
  readonly text: (ink: Ink) => Pieces<string>
  /** Replaces `json` where the answer is many lines of JSON. */
  readonly jsonLines?: () => Pieces<string>
  /** Is written in place of both where the answer is a file; they then tell what `--out` wrote, `text` as a remark. */
  readonly document?: () => Pieces
  /** Asked for after the answer was written, for a stream knows its verdict at its end. */
  readonly exit: () => ExitCode
}

/** The exit of an answer that is no verdict. */
export const yes = (): ExitCode => 0
