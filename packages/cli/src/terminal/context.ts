import type { Config } from './env.ts'
import type { TextStyle } from './style.ts'
import type { Chunks, Writer } from './writer.ts'

/**
 * The exit code of the program: yes, no, wrong usage, bad input, the world outside (node, database,
 * network, Anvil), a bug of ours, interrupted.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 130

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

/** The answer of a command, in both forms; only the requested one is made. */
export type Answer = {
  /** For a program: one value, printed as one JSON document. */
  readonly json: () => Json
  /** For a person: lines, ready to print. */
  readonly text: (style: TextStyle) => Chunks<string>
  /** Replaces `json` where the answer is many lines of JSON. */
  readonly jsonLines?: () => Chunks<string>
  /** Is written in place of both where the answer is a file; they then tell what `--out` wrote, `text` as a remark. */
  readonly document?: () => Chunks
  /** The command wrote `--out` itself, such as a folder; `text` then is a remark. */
  readonly isOutWritten?: true
  /** Asked for after the answer was written, for a stream knows its verdict at its end. */
  readonly exit: () => ExitCode
}

/** The exit of an answer that is no verdict. */
export const yes = (): ExitCode => 0

/** The world outside that a command may touch. */
export type Context = {
  /** Opens standard input; asked for only by who reads it. */
  readonly stdin: () => AsyncIterable<Uint8Array>
  readonly stdout: Writer
  readonly stderr: Writer
  readonly config: Config
  /** True if `--force` lets files be replaced that this program did not write today. */
  readonly isForced?: boolean
  /** Aborts when the person presses Ctrl-C. */
  readonly signal: AbortSignal
  /** The clock, unix milliseconds. */
  readonly now: () => number
}
