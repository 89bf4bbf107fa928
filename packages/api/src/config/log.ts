import { logFormatOf, redact } from '@vaultwright/base'
import { type FastifyBaseLogger, type FastifyServerOptions, LogController } from 'fastify'
import { pino } from 'pino'
import type { ApiConfig } from './config.ts'

/** The target of log lines. */
export type LogTarget = { readonly write: (line: string) => void }

/** The server's log, and what the framework is opened with so that it writes there too. */
export type ServerLog = {
  readonly logger: FastifyBaseLogger
  readonly options: Pick<FastifyServerOptions, 'logger' | 'logController' | 'childLoggerFactory'>
}

/**
 * Opens the server's log: JSON lines of the form that all processes have, without headers, bodies or URLs, so that no
 * key and no amount is ever in it.
 */
export function openLog({ logLevel }: Pick<ApiConfig, 'logLevel'>, sink: LogTarget): ServerLog {
  const logger = pino(
    {
      ...logFormatOf('api', Date.now),
      level: logLevel,
      // Nothing writes these; if that changes, they stay out.
      redact: ['authorization', '*.authorization', '*.*.authorization'],
      serializers: { err: serializeError },
    },
    { write: (line: string) => sink.write(line) },
  )
  // A logger of the framework's own would follow each request, which `followRequests` does for less.
  const options = {
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: () => logger,
  }
  return { logger, options }
}

/**
 * Names what made another system not answer: a stack of its library tells nothing that the sentence beside it does not.
 *
 * @returns the code of the system, as `ECONNREFUSED`, else the name of the error. Its text may hold an address.
 */
export function nameOfCause(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
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
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 5;
    cause = cause.cause, depth++
  )
    stacks.push(cause.stack ?? `${cause}`)
  return {
    type: error.name,
    message: redact(error.message),
    stack: redact(stacks.join('\ncaused by: ')),
  }
}
