import type { Readable, Writable } from 'node:stream'
import type { Config } from './env.ts'

/** What a command may touch of the world outside. */
export type Context = {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
  readonly config: Config
  /** Aborts when the person presses Ctrl-C. */
  readonly signal: AbortSignal
  /** The clock, unix milliseconds. */
  readonly now: () => number
}
