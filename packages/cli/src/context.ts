import type { Config } from './env.ts'
import type { Sink } from './sink.ts'

/** What a command may touch of the world outside. */
export type Context = {
  /** Opens standard input; asked for only by who reads it. */
  readonly stdin: () => AsyncIterable<Uint8Array>
  readonly stdout: Sink
  readonly stderr: Sink
  readonly config: Config
  /** Aborts when the person presses Ctrl-C. */
  readonly signal: AbortSignal
  /** The clock, unix milliseconds. */
  readonly now: () => number
}
