import { BaseError, redact } from '@vaultwright/base'
import type { IndexEvent } from '../task/event.ts'

/** How much is told. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** The log of a process, one line of JSON each. */
export type IndexLog = {
  readonly event: (event: IndexEvent) => void
  readonly info: (message: string, facts?: Readonly<Record<string, string>>) => void
  readonly warn: (message: string) => void
  readonly error: (error: unknown) => void
}

const ranks = { debug: 20, info: 30, warn: 40, error: 50, silent: 100 } as const

/** Events that an operator should see; all others report work as it goes. */
const loud: Partial<Record<IndexEvent['event'], LogLevel>> = {
  task_failed: 'warn',
  root_without_tree: 'warn',
  revised: 'warn',
  price_failed: 'warn',
  day_kept: 'debug',
  task_done: 'debug',
}

/** Opens a log. */
export function openIndexLog(level: LogLevel, write: (line: string) => void): IndexLog {
  const tell = (rank: LogLevel, line: Readonly<Record<string, unknown>>): void => {
    if (ranks[rank] < ranks[level]) return
    write(`${JSON.stringify({ level: ranks[rank], time: Date.now(), ...line })}\n`)
  }
  return {
    event: (event) => tell(levelOf(event), event),
    info: (msg, facts) => tell('info', { msg, ...facts }),
    warn: (msg) => tell('warn', { msg: redact(msg) }),
    error: (error) => {
      if (error instanceof BaseError) {
        return tell('error', { code: error.code, msg: error.shortMessage, facts: error.facts })
      }
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
      tell('error', { code: 'internal_error', msg: redact(stack) })
    },
  }
}

function levelOf(event: IndexEvent): LogLevel {
  if (event.event === 'task_failed' && event.fate.kind === 'park') return 'error'
  return loud[event.event] ?? 'info'
}
