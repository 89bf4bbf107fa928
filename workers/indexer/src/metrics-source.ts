import type { RpcCounts } from '@vaultwright/chain'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { QueueCounts } from './queue.ts'

/** What is known of a vault on a chain. */
export type VaultReport = {
  readonly tenantId: string
  readonly chain: string
  readonly vault: string
  /** From the end of the last day that has values to the last final block; null when there is none yet. */
  readonly lagSeconds: number | null
  /** Days that are due and were not read. */
  readonly missing: number
  /** Days whose values are missing or old. */
  readonly stale: number
  /** Work that is not tried again before somebody says so. */
  readonly parked: number
  readonly retrying: number
  /** Roots on the Manager whose tree nobody stored. */
  readonly unknownRoots: number
}

/** A chain's node, as it is asked. */
export type ChainReport = {
  readonly chain: string
  readonly counts: RpcCounts
  /** Of the questions of a minute; null without a budget. */
  readonly left: number | null
}

/** Where is looked. */
export type MetricSources = {
  readonly vaults: () => Promise<readonly VaultReport[]>
  readonly queue: () => Promise<QueueCounts>
  /** Chains that were opened. */
  readonly chains: () => readonly ChainReport[]
}

/** Looking at every vault is work for the database: it is done once for those who ask at the same time. */
const keptMs = 10_000

const place = ['tenant', 'chain', 'vault'] as const

type Row<Label extends string> = readonly [name: string, help: string, labels: readonly Label[]]
type Collect<Metric> = (self: Metric) => Promise<void> | void

/**
 * Adds what is looked up each time that the metrics are printed. What cannot be looked up has no value then,
 * and `vaultwright_index_source_up` says so.
 *
 * @param registry - where it is added.
 * @param sources - where is looked.
 */
export function followSources(registry: Registry, sources: MetricSources): void {
  const registers = [registry]
  const gauge = <Label extends string>(row: Row<Label>, collect?: Collect<Gauge<Label>>) =>
    new Gauge<Label>({
      ...{ name: `vaultwright_${row[0]}`, help: row[1], labelNames: [...row[2]], registers },
      ...(collect !== undefined && {
        collect() {
          this.reset()
          return collect(this)
        },
      }),
    })
  const up = gauge(['index_source_up', 'Whether store and queue could be asked', ['source']])
  const asked = async <Value>(source: string, ask: () => Promise<Value>): Promise<Value | null> => {
    try {
      const value = await ask()
      up.set({ source }, 1)
      return value
    } catch {
      up.set({ source }, 0)
      return null
    }
  }
  const vaults = keep(() => asked('store', sources.vaults))
  const perVault = (
    [name, help]: readonly [name: string, help: string],
    read: (vault: VaultReport) => number | null,
  ) =>
    gauge([name, help, place], async (self) => {
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
  perVault(['index_missing_days', 'Days that are due and were not read'], (one) => one.missing)
  perVault(['index_stale_days', 'Days whose values are missing or old'], (one) => one.stale)
  perVault(['index_parked', 'Failures that wait for somebody'], (one) => one.parked)
  perVault(['index_retrying', 'Failures that are tried again'], (one) => one.retrying)
  perVault(
    ['index_unknown_roots', 'Roots on chain without a stored tree'],
    (one) => one.unknownRoots,
  )
  gauge(['queue_tasks', 'Tasks in the queue, of all processes', ['state']], async (self) => {
    const counts = await asked('queue', sources.queue)
    if (counts === null) return
    for (const [state, count] of Object.entries(counts)) self.set({ state }, count)
  })
  gauge(['rpc_budget_left', 'Questions left in this minute', ['chain']], (self) => {
    for (const { chain, left } of sources.chains()) if (left !== null) self.set({ chain }, left)
  })
  followRpc(registry, sources.chains)
}

function followRpc(registry: Registry, chains: MetricSources['chains']): void {
  const counter = <Label extends string>(row: Row<Label>, collect: Collect<Counter<Label>>) =>
    new Counter<Label>({
      ...{ name: `vaultwright_${row[0]}`, help: row[1], labelNames: [...row[2]] },
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

function keep<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let kept: { readonly atMs: number; readonly value: Promise<Value> } | null = null
  return () => {
    const atMs = performance.now()
    if (kept === null || atMs - kept.atMs > keptMs) kept = { atMs, value: ask() }
    return kept.value
  }
}
