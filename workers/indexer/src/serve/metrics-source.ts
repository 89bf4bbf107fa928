import { type Readiness, readinessMetrics } from '@vaultwright/base'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { ChainReport } from '../context/metrics-rpc.ts'
import type { ControlStatus } from '../control/last-control.ts'
import type { SafeReport } from '../safe/safe-status.ts'
import type { VaultStatus } from '../status/vault-status.ts'
import { solana } from '../svm/svm-scan.ts'
import type { QueueCounts } from '../task/queue.ts'
import { followControls } from './control-metric.ts'
import { type Collect, followSafes, type MetricRow } from './safe-metric.ts'
import { followWithdraws, type WithdrawReport } from './withdraw-metric.ts'
import { followWorth } from './worth-metric.ts'

/** The sources of metrics. */
export type MetricSources = {
  readonly vaults: () => Promise<readonly VaultStatus[]>
  readonly queue: () => Promise<QueueCounts>
  /** Chains that were opened. */
  readonly chains: () => readonly ChainReport[]
  /** The state of queues of Safes. Default: not exported. */
  readonly safes?: () => Promise<SafeReport>
  /** The readings of who controls vaults. Default: not exported. */
  readonly controls?: () => readonly ControlStatus[]
  /** The debts of the withdraw queues of vaults. Default: not exported. */
  readonly withdraws?: () => Promise<WithdrawReport>
  /** Unix seconds of the newest backup, 0 for none; not exported where no folder is watched. */
  readonly backupUnix?: () => Promise<number>
  /** Bps beyond which the gap of a vault is an alert; not exported when not said. */
  readonly navGapBps?: number
  /** The readiness of the process. Default: not exported. */
  readonly ready?: () => Promise<Readiness>
}

/**
 * Looking at every vault is work for the database: the values may be so much older than the request, and
 * older still where looking takes long, so that a twentieth of the time goes into it at most.
 */
const vaultsMs = 60_000
const queueMs = 1_000
const restFactor = 19
/** The time after which a part that does not answer counts as away. */
const patienceMs = 120_000

const vaultLabels = ['tenant', 'chain', 'vault'] as const

/**
 * Adds what is looked up each time that the metrics are printed. What cannot be looked up has no value then,
 * and `vaultwright_index_source_up` says so.
 */
export function followSources(registry: Registry, sources: MetricSources): void {
  const registers = [registry]
  const gauge = <Label extends string>(row: MetricRow<Label>, collect?: Collect<Gauge<Label>>) =>
    new Gauge<Label>({
      name: `vaultwright_${row[0]}`,
      help: row[1],
      labelNames: [...row[2]],
      registers,
      ...(collect !== undefined && {
        collect() {
          this.reset()
          return collect(this)
        },
      }),
    })
  const vaults = cacheFor(sources.vaults, vaultsMs)
  const queue = cacheFor(sources.queue, queueMs)
  gauge(['index_source_up', 'Whether store and queue could be asked', ['source']], async (self) => {
    self.set({ source: 'store' }, (await vaults()) === null ? 0 : 1)
    self.set({ source: 'queue' }, (await queue()) === null ? 0 : 1)
  })
  const perVault = (
    [name, help]: readonly [name: string, help: string],
    read: (vault: VaultStatus) => number | null,
  ) =>
    gauge([name, help, vaultLabels], async (self) => {
      for (const vault of (await vaults()) ?? []) {
        const value = read(vault)
        const labels = { tenant: vault.tenantId, chain: vault.chain, vault: vault.vault }
        if (value !== null) self.set(labels, value)
      }
    })
  perVault(
    ['index_lag_seconds', 'From the last day with values to the final head'],
    (vault) => vault.lagSeconds,
  )
  perVault(
    ['index_missing_days', 'Days that are due and were not read'],
    ({ missingDays }) => missingDays.length,
  )
  perVault(
    ['index_lost_days', 'Days that were not read in time, which nothing reads any more'],
    ({ lostDays }) => lostDays.length,
  )
  perVault(
    ['index_stale_days', 'Days whose values are missing or old'],
    ({ staleDays }) => staleDays.length,
  )
  perVault(['index_parked', 'Parked failures, which wait for index repair'], (one) =>
    countOf(one, 'parked'),
  )
  perVault(['index_retrying', 'Failures that are tried again'], (one) => countOf(one, 'retrying'))
  perVault(
    ['index_unknown_roots', 'Roots on chain without a stored tree'],
    (one) => one.unknownRoots,
  )
  perVault(
    ['index_unknown_active_roots', 'Those of them that permit something now'],
    (one) => one.unknownActiveRoots,
  )
  perVault(
    [
      'index_nav_gap_ratio',
      'Net assets less total assets on the last day, of the latter; none when not known',
    ],
    ({ navGapRelative }) => (navGapRelative === null ? null : Number(navGapRelative)),
  )
  perVault(
    [
      'index_unlimited_allowances',
      'Allowances without a limit to spenders not on record, on the last day',
    ],
    (vault) => vault.unlimitedAllowances,
  )
  perVault(
    [
      'index_foreign_digests',
      'Digests of a Solana vault that exist and that its definition does not name, on the last day',
    ],
    (vault) => vault.foreignDigests,
  )
  perVault(['index_unseen', '1 while the vault was not found on its chain'], (one) =>
    isUnseen(one) ? 1 : 0,
  )
  followHeads(gauge, vaults)
  followWorth(gauge, vaults)
  gauge(['queue_tasks', 'Tasks in the queue, of all processes', ['state']], async (self) => {
    const counts = await queue()
    for (const [state, count] of Object.entries(counts ?? {})) self.set({ state }, count)
  })
  gauge(['rpc_budget_left', 'Questions left in this minute', ['chain']], (self) => {
    for (const { chain, left } of sources.chains()) if (left !== null) self.set({ chain }, left)
  })
  gauge(['rpc_budget', 'Questions that a minute may have', ['chain']], (self) => {
    for (const { chain, budget } of sources.chains()) {
      if (budget !== null) self.set({ chain }, budget)
    }
  })
  followRpc(registry, sources.chains)
  if (sources.safes !== undefined) followSafes(gauge, cacheFor(sources.safes, queueMs))
  if (sources.controls !== undefined) followControls(gauge, sources.controls)
  if (sources.withdraws !== undefined) followWithdraws(gauge, cacheFor(sources.withdraws, queueMs))
  const { ready, backupUnix, navGapBps } = sources
  if (navGapBps !== undefined) {
    const help = 'Ratio beyond which a gap is an alert: NAV_GAP_BPS'
    gauge(['index_nav_gap_bound_ratio', help, []], (self) => self.set(navGapBps / 10_000))
  }
  if (backupUnix !== undefined) {
    const help = 'Time of the newest backup in BACKUP_FOLDER, unix; 0 for none'
    gauge(['backup_timestamp_seconds', help, []], async (self) => self.set(await backupUnix()))
  }
  if (ready === undefined) return
  const readiness = cacheFor(ready, queueMs)
  for (const { name, help, labelNames, rowsOf } of readinessMetrics) {
    gauge([name.replace(/^vaultwright_/, ''), help, labelNames], async (self) => {
      const current = await readiness()
      for (const { labels, value } of current === null ? [] : rowsOf(current))
        self.set(labels, value)
    })
  }
}

/** From the store: a process whose node never answered tells, too, how old is what was seen. */
function followHeads(
  gauge: (row: MetricRow<'chain'>, collect: Collect<Gauge<'chain'>>) => unknown,
  vaults: () => Promise<readonly VaultStatus[] | null>,
): void {
  const row = (name: string, help: string): MetricRow<'chain'> => [name, help, ['chain']]
  const follow = (
    of: MetricRow<'chain'>,
    read: (head: NonNullable<VaultStatus['head']>) => bigint,
  ) =>
    gauge(of, async (self) => {
      for (const { chain, head } of (await vaults()) ?? []) {
        if (head !== null) self.set({ chain }, Number(read(head)))
      }
    })
  follow(row('index_head_number', 'Number of the last final block seen by any process'), (head) => {
    return head.number
  })
  follow(
    row('index_head_timestamp_seconds', 'Time of the last final block seen by any process, unix'),
    (head) => head.atUnix,
  )
}

function followRpc(registry: Registry, chains: MetricSources['chains']): void {
  const counter = <Label extends string>(row: MetricRow<Label>, collect: Collect<Counter<Label>>) =>
    new Counter<Label>({
      name: `vaultwright_${row[0]}`,
      help: row[1],
      labelNames: [...row[2]],
      registers: [registry],
      collect() {
        this.reset()
        return collect(this)
      },
    })
  counter(['rpc_requests_total', 'Questions to nodes', ['chain', 'method']], (self) => {
    for (const { chain, counts } of chains()) {
      for (const [method, count] of Object.entries(counts.byMethod)) {
        self.inc({ chain, method }, count)
      }
    }
  })
  counter(['rpc_round_trips_total', 'Round trips to nodes', ['chain']], (self) => {
    for (const { chain, counts } of chains()) self.inc({ chain }, counts.asks)
  })
  counter(['rpc_failures_total', 'Round trips without an answer', ['chain']], (self) => {
    for (const { chain, counts } of chains()) self.inc({ chain }, counts.failures)
  })
}

/** A vault of Solana has no head before its first day was read. */
function isUnseen({ chain, head, isFound }: VaultStatus): boolean {
  return !isFound || (head === null && chain !== solana)
}

function countOf({ failures }: VaultStatus, state: 'parked' | 'retrying'): number {
  return failures.filter((failure) => failure.state === state).length
}

type TimedValue<Value> = { readonly untilMs: number; readonly value: Value | null }

/** Tells what was found last while it is looked anew, for who asks has little time; null when that failed. */
function cacheFor<Value>(look: () => Promise<Value>, keptMs: number): () => Promise<Value | null> {
  let last: TimedValue<Value> | null = null
  let next: { readonly begunMs: number; readonly found: Promise<Value | null> } | null = null
  const lookOnce = async (begunMs: number): Promise<Value | null> => {
    const value = await look().catch(() => null)
    const nowMs = performance.now()
    last = { untilMs: nowMs + Math.max(keptMs, restFactor * (nowMs - begunMs)), value }
    next = null
    return value
  }
  return async () => {
    const nowMs = performance.now()
    if (last !== null && nowMs < last.untilMs) return last.value
    next ??= { begunMs: nowMs, found: lookOnce(nowMs) }
    if (nowMs - next.begunMs > patienceMs) return null
    return last === null ? next.found : last.value
  }
}
