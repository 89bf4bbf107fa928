import type { Facts } from '../error.ts'

/** The state of a process or of a part: it does all of its work, some of it, or none. */
export type ReadyStatus = 'ready' | 'degraded' | 'not_ready'

/** Something that keeps a part from doing its work. No value of it holds a key or an address with one. */
export type PartProblem = {
  /** snake_case; alerts and people know it by this. */
  readonly code: string
  readonly message: string
  /** Slug of the chain that it is about; null for none. */
  readonly chain: string | null
  readonly facts: Facts
}

/** The state of a part of a process. */
export type PartReport = {
  readonly part: string
  readonly status: ReadyStatus
  readonly problems: readonly PartProblem[]
}

/** The state of a process, with all its parts. */
export type Readiness = {
  readonly status: ReadyStatus
  readonly parts: readonly PartReport[]
}

const order = ['ready', 'degraded', 'not_ready'] as const satisfies readonly ReadyStatus[]

/** Says that a part does its work. */
export function readyPart(part: string): PartReport {
  return { part, status: 'ready', problems: [] }
}

/** Joins the parts of a process: it does as well as the part that does worst. */
export function readinessOf(parts: readonly PartReport[]): Readiness {
  const worst = Math.max(0, ...parts.map(({ status }) => order.indexOf(status)))
  return { status: order[worst]!, parts }
}

/**
 * Spells readiness as processes answer it.
 *
 * @returns `status`; `because`, the parts that are not ready, where it is not; and `parts` by name, each with
 *   its `status` and its `problems`.
 */
export function readinessBodyOf({ status, parts }: Readiness): Facts {
  const wrong = parts.filter((report) => report.status !== 'ready')
  return {
    status,
    ...(wrong.length > 0 && { because: wrong.map(({ part }) => part) }),
    parts: Object.fromEntries(parts.map((report) => [report.part, partBodyOf(report)])),
  }
}

function partBodyOf({ status, problems }: PartReport): Facts {
  if (problems.length === 0) return { status }
  return {
    status,
    problems: problems.map(({ code, message, chain, facts }) => ({
      code,
      message,
      ...(chain !== null && { chain }),
      ...facts,
    })),
  }
}
