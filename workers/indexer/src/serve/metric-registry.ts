import { controlChangeKinds } from '@vaultwright/access-control'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { IndexEvent } from '../task/event.ts'
import type { TenantSafeRef, TenantVaultRef } from '../task/task.ts'
import { followSources, type MetricSources } from './metrics-source.ts'

/** The counts of the indexer. */
export type IndexMetrics = {
  readonly observe: (event: IndexEvent) => void
  /** Sets where values that no event reports are looked up, each time that the metrics are printed. */
  readonly follow: (sources: MetricSources) => void
  readonly contentType: string
  /** @returns everything, in the text format of Prometheus. */
  readonly print: () => Promise<string>
}

type Observers = {
  readonly [Name in IndexEvent['event']]: (event: Extract<IndexEvent, { event: Name }>) => void
}

/** Seconds: a derivation takes hundredths, a reading over a slow node up to a minute. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** The kinds of price sources. */
const sourceKinds = ['feed', 'aave', 'rate', 'http'] as const

/** Codes whose first rise is an alert. */
const watchedCodes = [
  'hidden',
  'owners_changed',
  'threshold_changed',
  'modules_changed',
  'guard_changed',
  'module_guard_changed',
] as const

/** Builds metrics with a registry of their own, so that two indexers may be in one process. */
export function buildIndexMetrics(chains: readonly string[] = []): IndexMetrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `vaultwright_${name}`, help, labelNames, registers })
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name: `vaultwright_${name}`, help, labelNames, registers })
  const duration = new Histogram({
    name: 'vaultwright_index_task_duration_seconds',
    help: 'Time that a task took which was done',
    labelNames: ['kind'],
    buckets,
    registers,
  })
  const tasks = counter('index_tasks_total', 'Tasks by what became of them', ['kind', 'outcome'])
  const days = counter('index_days_total', 'Vault-days: read, there already, or lost', [
    ...(['chain', 'outcome'] as const),
  ])
  const rounds = counter('index_round_trips_total', 'Round trips for vault-days', ['chain'])
  const revisions = counter('index_revisions_total', 'Rows that took the place of others', [
    'chain',
  ])
  const foreign = counter('index_unknown_roots_total', 'Times a root without stored tree was met', [
    'chain',
  ])
  const prices = counter('price_failures_total', 'Sources of prices that gave none', [
    ...(['chain', 'source'] as const),
  ])
  const pruned = counter('index_pruned_total', 'Rows that retention took away', ['kind'])
  const findings = counter(
    'safe_finding_total',
    'Findings on the queue of a Safe that came, and changes of the Safe itself',
    ['tenant', 'chain', 'safe', 'code'],
  )
  const follows = counter('safe_follow_total', 'Proposals that came to their end', [
    ...(['tenant', 'chain', 'safe', 'outcome'] as const),
  ])
  const unstated = counter(
    'execution_unstated_total',
    'Executions for a vault in the last day that no statement covers, by the right to act',
    ['tenant', 'chain', 'vault', 'origin'],
  )
  const controls = counter('control_change_total', 'Changes of who controls a vault, by kind', [
    ...(['tenant', 'chain', 'vault', 'kind'] as const),
  ])
  const scanAt = gauge('index_scan_timestamp_seconds', 'When a chain was last looked over, unix', [
    'chain',
  ])
  collectDefaultMetrics({ register: registry, prefix: 'vaultwright_' })
  for (const chain of chains) {
    for (const counter of [revisions, foreign]) counter.inc({ chain }, 0)
    for (const source of sourceKinds) prices.inc({ chain, source }, 0)
  }

  const ignore = (): void => {}
  const observers: Observers = {
    scanned: ({ chain }) => scanAt.set({ chain }, Date.now() / 1_000),
    day_indexed: ({ vaultRef: { chain }, rounds: count }) => {
      days.inc({ chain, outcome: 'indexed' })
      rounds.inc({ chain }, count)
    },
    day_kept: ({ vaultRef: { chain } }) => days.inc({ chain, outcome: 'kept' }),
    day_lost: ({ vaultRef: { chain } }) => days.inc({ chain, outcome: 'lost' }),
    task_done: ({ task: { kind }, ms }) => {
      tasks.inc({ kind, outcome: 'done' })
      duration.observe({ kind }, ms / 1_000)
    },
    task_failed: ({ task: { kind }, decision }) =>
      tasks.inc({ kind, outcome: decision.kind === 'park' ? 'parked' : 'failed' }),
    task_waits: ({ task: { kind } }) => tasks.inc({ kind, outcome: 'waited' }),
    root_without_tree: ({ vaultRef: { chain } }) => foreign.inc({ chain }),
    revised: ({ vaultRef: { chain }, rows }) => revisions.inc({ chain }, rows),
    price_failed: ({ chain, source }) => prices.inc({ chain, source: sourceKindOf(source) }),
    pruned: ({ prices: old, revisions: replaced }) => {
      pruned.inc({ kind: 'price' }, old)
      pruned.inc({ kind: 'revision' }, replaced)
    },
    roots_synced: ignore,
    executions_synced: ignore,
    execution_unstated: ({ vaultRef, origin }) =>
      unstated.inc({ ...vaultLabelsOf(vaultRef), origin }),
    // A count that begins at zero shows its first rise.
    safe_looked: ({ safeRef }) => {
      for (const code of watchedCodes) findings.inc({ ...safeLabelsOf(safeRef), code }, 0)
      follows.inc({ ...safeLabelsOf(safeRef), outcome: 'executed_otherwise' }, 0)
    },
    safe_changed: ({ safeRef, subject, code }) => {
      const name = subject === 'account' ? `${snakeCase(code!)}_changed` : code
      if (name !== null) findings.inc({ ...safeLabelsOf(safeRef), code: name })
    },
    safe_followed: ({ safeRef, outcome }) => follows.inc({ ...safeLabelsOf(safeRef), outcome }),
    control_read: ({ vaultRef }) => {
      for (const kind of controlChangeKinds) controls.inc({ ...vaultLabelsOf(vaultRef), kind }, 0)
    },
    control_changed: ({ vaultRef, change: kind }) =>
      controls.inc({ ...vaultLabelsOf(vaultRef), kind }),
    queue_read: ignore,
    safe_conflict_lasts: ignore,
    safe_unread: ignore,
    safe_quota_low: ignore,
  }
  return {
    observe: (event) => (observers[event.event] as (event: IndexEvent) => void)(event),
    follow: (sources) => followSources(registry, sources),
    contentType: registry.contentType,
    print: () => registry.metrics(),
  }
}

/** A source's address may be anything, and each label's value is a row for ever. */
function sourceKindOf(source: string): string {
  return /^[a-z]{2,12}/.exec(source)?.[0] ?? 'other'
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function vaultLabelsOf({ tenantId, chain, vault }: TenantVaultRef) {
  return { tenant: tenantId, chain, vault }
}

function safeLabelsOf({ tenantId, chain, safe }: TenantSafeRef) {
  return { tenant: tenantId, chain, safe }
}
