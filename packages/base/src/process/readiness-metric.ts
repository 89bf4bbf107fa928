import type { Readiness, ReadyStatus } from './readiness.ts'

/** A gauge of how a process does, as every process exports it. */
export type ReadinessMetric = {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly rowsOf: (readiness: Readiness) => readonly ReadinessRow[]
}

/** A value of such a gauge. */
export type ReadinessRow = {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const statuses = ['ready', 'degraded', 'not_ready'] as const satisfies readonly ReadyStatus[]

/** Every gauge of how a process does. Labels have few values: none is an address or a message. */
export const readinessMetrics: readonly ReadinessMetric[] = [
  {
    name: 'vaultwright_readiness',
    help: 'How the process does: 1 for the status that it has',
    labelNames: ['status'],
    rowsOf: (readiness) =>
      statuses.map((status) => ({
        labels: { status },
        value: readiness.status === status ? 1 : 0,
      })),
  },
  {
    name: 'vaultwright_part_ready',
    help: 'Whether a part of the process does its work (1) or not (0)',
    labelNames: ['part'],
    rowsOf: ({ parts }) =>
      parts.map(({ part, status }) => ({ labels: { part }, value: status === 'ready' ? 1 : 0 })),
  },
  {
    name: 'vaultwright_part_problems',
    help: 'What keeps a part from its work, by code; of nodes also by chain',
    labelNames: ['part', 'code', 'chain'],
    rowsOf: problemRowsOf,
  },
]

function problemRowsOf({ parts }: Readiness): readonly ReadinessRow[] {
  const rows = new Map<string, ReadinessRow>()
  for (const { part, problems } of parts) {
    for (const { code, chain } of problems) {
      const labels = { part, code, chain: chain ?? '' }
      const key = `${part} ${code} ${labels.chain}`
      rows.set(key, { labels, value: (rows.get(key)?.value ?? 0) + 1 })
    }
  }
  return [...rows.values()]
}
