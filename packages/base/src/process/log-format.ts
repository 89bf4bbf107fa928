/** The process that writes a line of a log. */
export type LogProcess = 'api' | 'indexer' | 'program'

/** Options of the logger of any process, so that all their lines have one form. */
export type LogFormat = {
  readonly base: { readonly process: LogProcess }
  readonly formatters: { readonly level: (label: string) => { readonly level: string } }
  readonly timestamp: () => string
}

/**
 * Gives the form of every line of a log: one JSON object with the name of its `level`, its `time` in ISO-8601,
 * the `process`, what it is about (`requestId`, `taskId`, …), and `msg` or `event`. Host and process id are left
 * to who collects the lines.
 *
 * @param nowMs - the clock of the lines · milliseconds since 1970.
 */
export function logFormatOf(process: LogProcess, nowMs: () => number): LogFormat {
  return {
    base: { process },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: () => `,"time":"${isoTimeOf(nowMs())}"`,
  }
}

/** Prints a moment as every line of a log has it · milliseconds since 1970. */
export function isoTimeOf(ms: number): string {
  return new Date(ms).toISOString()
}
