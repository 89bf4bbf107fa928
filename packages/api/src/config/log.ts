import { logFormatOf, redact } from '@vaultwright/base'
import { type FastifyServerOptions, LogController } from 'fastify'
import type { ApiConfig } from './config.ts'

/** Where lines of the log go. */
export type LogTarget = { readonly write: (line: string) => void }

/**
 * Makes the options of the server's log: JSON lines of the form that all processes have, without headers,
 * bodies or URLs, so that no key and no amount is ever in it.
 */
export function logOptionsOf(
  { logLevel }: Pick<ApiConfig, 'logLevel'>,
  sink: LogTarget,
): Pick<FastifyServerOptions, 'logger' | 'logController' | 'childLoggerFactory'> {
  if (logLevel === 'silent') return { logger: false }
  return {
    logger: {
      ...logFormatOf('api', Date.now),
      level: logLevel,
      stream: { write: (line: string) => sink.write(line) },
      // Nothing writes these; if that changes, they stay out.
      redact: ['authorization', '*.authorization', '*.*.authorization'],
      serializers: { err: serializeError },
    },
    logController: new LogController({ disableRequestLogging: true }),
    // The line of a request names what belongs to it: a logger for each would cost more than the line.
    childLoggerFactory: (logger) => logger,
  }
}

/**
 * Spells an error for the log.
 *
 * @returns what it is called, its text and stack without keys and passwords, and its causes.
 */
export function serializeError(error: unknown): {
  readonly type: string
  readonly message: string
  readonly stack: string
} {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: redact(String(error)), stack: '' }
  }
  const stacks: string[] = []
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    stacks.push(at.stack ?? `${at}`)
  return {
    type: error.name,
    message: redact(error.message),
    stack: redact(stacks.join('\ncaused by: ')),
  }
}
