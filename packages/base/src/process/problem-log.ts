import type { Facts } from '../error.ts'
import type { PartReport } from './readiness.ts'

/** Target of the problem reports of parts. */
export type ProblemTarget = Readonly<
  Record<'info' | 'warn' | 'error', (facts: Facts, message: string) => void>
>

/** The loss without a part, as a log level. */
const levels = { ready: 'warn', degraded: 'warn', not_ready: 'error' } as const

/**
 * Opens what reports each problem of a part once when it comes, and once when it is gone.
 *
 * @returns takes the report of one part, each time that it was looked at.
 */
export function openProblemLog(log: ProblemTarget): (report: PartReport) => void {
  const open = new Map<string, ReadonlyMap<string, string>>()
  return ({ part, status, problems }) => {
    const before = open.get(part) ?? new Map<string, string>()
    const now = new Map(problems.map(({ code, message }) => [message, code] as const))
    open.set(part, now)
    for (const { code, message, chain, facts } of problems) {
      if (before.has(message)) continue
      log[levels[status]]({ part, code, ...(chain !== null && { chain }), facts }, message)
    }
    for (const [message, code] of before)
      if (!now.has(message)) log.info({ part, code }, `gone: ${message}`)
  }
}
