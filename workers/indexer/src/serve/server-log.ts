import { BaseError, type Fact, logFormatOf, redact } from '@vaultwright/base'
import { pino } from 'pino'
import type { IndexEvent } from '../task/event.ts'
import { taskIdOf } from '../task/task.ts'

/** The least severe lines that are written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** The facts of a log's line. */
export type LogFacts = Readonly<Record<string, Fact>>

/** The log of a process, one line of JSON each. */
type IndexLog = {
  readonly event: (event: IndexEvent) => void
  readonly info: (message: string, facts?: LogFacts) => void
  readonly warn: (message: string, facts?: LogFacts) => void
  readonly error: (error: unknown) => void
}

/** Events that an operator should see; all others report work as it goes. */
const loud: Partial<Record<IndexEvent['event'], Exclude<LogLevel, 'silent'>>> = {
  task_failed: 'warn',
  root_without_tree: 'warn',
  revised: 'warn',
  day_lost: 'warn',
  price_failed: 'warn',
  control_changed: 'warn',
  safe_changed: 'warn',
  safe_conflict_lasts: 'warn',
  execution_unstated: 'warn',
  safe_unread: 'warn',
  safe_quota_low: 'warn',
  day_kept: 'debug',
  safe_looked: 'debug',
  task_done: 'debug',
}

/** Opens a log. */
export function openIndexLog(level: LogLevel, write: (line: string) => void): IndexLog {
  const logger = pino({ ...logFormatOf('indexer', Date.now), level }, { write })
  return {
    event: (event) =>
      logger[levelOf(event)]('task' in event ? { taskId: taskIdOf(event.task), ...event } : event),
    info: (message, facts) => logger.info(facts ?? {}, message),
    warn: (message, facts) => logger.warn(facts ?? {}, redact(message)),
    error: (error) => {
      if (error instanceof BaseError) {
        return logger.error({ code: error.code, facts: error.facts }, error.shortMessage)
      }
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
      logger.error({ code: 'internal_error' }, redact(stack))
    },
  }
}

function levelOf(event: IndexEvent): Exclude<LogLevel, 'silent'> {
  // A plain account states nothing: each of its executions is one.
  if (event.event === 'execution_unstated' && event.origin === 'account') return 'info'
  if (event.event === 'queue_read') return event.state === 'agrees' ? 'debug' : 'warn'
  if (event.event === 'safe_followed' && event.outcome === 'executed_otherwise') return 'warn'
  if (event.event === 'task_failed' && event.decision.kind === 'park') return 'error'
  return loud[event.event] ?? 'info'
}
