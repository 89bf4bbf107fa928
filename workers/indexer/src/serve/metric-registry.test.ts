import { expect, onTestFinished, test, vi } from 'vitest'
import type { VaultStatus } from '../status/vault-status.ts'
import type { IndexEvent } from '../task/event.ts'
import { buildIndexMetrics } from './metric-registry.ts'

const vaultRef = { tenantId: 't1', chain: 'mainnet', vault: `0x${'1'.repeat(40)}` } as const
const task = { kind: 'vault.daily', ...vaultRef, day: '2026-01-01' } as const
const failure = { code: 'rpc_timeout', message: 'No.' }

const head = {
  chain: 'mainnet',
  number: 77n,
  hash: `0x${'2'.repeat(64)}`,
  atUnix: 1_700_000_000n,
} as const
const status: VaultStatus = {
  ...vaultRef,
  name: 'Vault',
  head,
  due: null,
  lastDay: '2026-01-01',
  lagSeconds: 4_000,
  missingDays: ['2026-01-02'],
  lostDays: [],
  staleDays: [],
  isFound: true,
  unknownRoots: 2,
  unknownActiveRoots: 1,
  navGapRelative: '-0.0075',
  worthBounds: {
    lower: null,
    upper: '99.25',
    gapLower: null,
    gapUpper: '-0.0075',
    open: [{ side: 'lower', reason: 'A debt in aave has no worth: T.' }],
    nextRate: {
      lowest: '0.99',
      highest: '1.01',
      counted: '0.9925',
      countedReason: null,
      roomBelow: '0.25',
      roomAbove: '1.75',
      earliestUnix: '1800000000',
      update: 'passes',
    },
    nextRateReason: null,
  },
  unlimitedAllowances: 2,
  foreignDigests: null,
  failures: (['parked', 'retrying', 'parked'] as const).map((state) => ({
    ...vaultRef,
    kind: 'vault.daily',
    day: null,
    state,
    attempts: 1,
    ...failure,
    firstAtUnix: 1n,
    lastAtUnix: 1n,
    retryAtUnix: null,
  })),
}

test('default: what happened is counted', async () => {
  const metrics = buildIndexMetrics()
  const events: readonly IndexEvent[] = [
    {
      event: 'scanned',
      chain: 'mainnet',
      vaults: 1,
      missing: 2,
      stale: 0,
      flows: 2,
      ms: 5,
      head: { number: '77', hash: `0x${'2'.repeat(64)}`, atUnix: '1700000000' },
    },
    { event: 'day_indexed', vaultRef, day: '2026-01-01', ms: 40, rounds: 3, calls: 90 },
    { event: 'day_kept', vaultRef, day: '2026-01-01' },
    { event: 'task_done', task, ms: 1_500 },
    { event: 'task_failed', task, error: failure, attempt: 1, decision: { kind: 'park' } },
    {
      event: 'task_failed',
      task,
      error: failure,
      attempt: 1,
      decision: { kind: 'retry', afterMs: 1 },
    },
    { event: 'task_waits', task, seconds: 15, reason: 'behind' },
    { event: 'revised', vaultRef, day: '2026-01-01', rows: 3, reason: 'another block' },
    {
      event: 'price_failed',
      chain: 'mainnet',
      asset: vaultRef.vault,
      reason: 'late',
      source: 'http:prices.example/k3y',
    },
    { event: 'pruned', prices: 4, revisions: 5 },
  ]
  for (const event of events) metrics.observe(event)
  const lines = await linesOf(metrics)
  expect(lines).toEqual(
    expect.arrayContaining([
      'vaultwright_index_days_total{chain="mainnet",outcome="indexed"} 1',
      'vaultwright_index_days_total{chain="mainnet",outcome="kept"} 1',
      'vaultwright_index_round_trips_total{chain="mainnet"} 3',
      'vaultwright_index_tasks_total{kind="vault.daily",outcome="done"} 1',
      'vaultwright_index_tasks_total{kind="vault.daily",outcome="parked"} 1',
      'vaultwright_index_tasks_total{kind="vault.daily",outcome="failed"} 1',
      'vaultwright_index_tasks_total{kind="vault.daily",outcome="waited"} 1',
      'vaultwright_index_task_duration_seconds_sum{kind="vault.daily"} 1.5',
      'vaultwright_index_revisions_total{chain="mainnet"} 3',
      'vaultwright_price_failures_total{chain="mainnet",source="http"} 1',
      'vaultwright_index_pruned_total{kind="revision"} 5',
    ]),
  )
  expect(lines.join('\n')).not.toContain('k3y')
})

test('behavior: what stands in store and queue is looked up on each request', async () => {
  const metrics = buildIndexMetrics()
  const counts = { asks: 5, failures: 1, calls: 9, byMethod: { eth_call: 9 } }
  metrics.follow({
    vaults: async () => [status],
    queue: async () => ({ waiting: 3, active: 1, delayed: 0, parked: 2 }),
    chains: () => [{ chain: 'mainnet', counts, budget: 10, left: 7 }],
  })
  for (let time = 0; time < 2; time++) {
    const labels = `{tenant="t1",chain="mainnet",vault="${vaultRef.vault}"}`
    expect(await linesOf(metrics)).toEqual(
      expect.arrayContaining([
        `vaultwright_index_lag_seconds${labels} 4000`,
        `vaultwright_index_missing_days${labels} 1`,
        `vaultwright_index_stale_days${labels} 0`,
        `vaultwright_index_parked${labels} 2`,
        `vaultwright_index_retrying${labels} 1`,
        `vaultwright_index_unknown_roots${labels} 2`,
        `vaultwright_index_unknown_active_roots${labels} 1`,
        `vaultwright_index_unseen${labels} 0`,
        'vaultwright_index_head_number{chain="mainnet"} 77',
        'vaultwright_index_head_timestamp_seconds{chain="mainnet"} 1700000000',
        'vaultwright_rpc_budget{chain="mainnet"} 10',
        'vaultwright_queue_tasks{state="waiting"} 3',
        'vaultwright_queue_tasks{state="parked"} 2',
        'vaultwright_rpc_requests_total{chain="mainnet",method="eth_call"} 9',
        'vaultwright_rpc_round_trips_total{chain="mainnet"} 5',
        'vaultwright_rpc_failures_total{chain="mainnet"} 1',
        'vaultwright_rpc_budget_left{chain="mainnet"} 7',
        'vaultwright_index_source_up{source="store"} 1',
      ]),
    )
  }
})

test('behavior: what cannot be asked has no value, and a metric says so', async () => {
  const metrics = buildIndexMetrics()
  metrics.follow({
    vaults: () => Promise.reject(new Error('away')),
    queue: () => Promise.reject(new Error('away')),
    chains: () => [],
  })
  const lines = await linesOf(metrics)
  expect(lines).toContain('vaultwright_index_source_up{source="store"} 0')
  expect(lines).toContain('vaultwright_index_source_up{source="queue"} 0')
  expect(lines.filter((line) => /^vaultwright_(index_lag|queue_tasks)/.test(line))).toEqual([])
})

test('behavior: a vault without a day has no lag, rather than none to speak of', async () => {
  const metrics = buildIndexMetrics()
  metrics.follow({
    vaults: async () => [{ ...status, lagSeconds: null }],
    queue: async () => ({ waiting: 0, active: 0, delayed: 0, parked: 0 }),
    chains: () => [],
  })
  const lines = await linesOf(metrics)
  expect(lines.filter((line) => line.startsWith('vaultwright_index_lag_seconds'))).toEqual([])
})

test('behavior: what seldom happens begins at zero, so that its first time is seen', async () => {
  const lines = await linesOf(buildIndexMetrics(['mainnet']))
  expect(lines).toEqual(
    expect.arrayContaining([
      'vaultwright_index_revisions_total{chain="mainnet"} 0',
      'vaultwright_index_unknown_roots_total{chain="mainnet"} 0',
      ...['feed', 'aave', 'rate', 'http'].map(
        (source) => `vaultwright_price_failures_total{chain="mainnet",source="${source}"} 0`,
      ),
    ]),
  )
})

test('behavior: a vault that is not on its chain is reported', async () => {
  for (const event of [
    { ...status, head: null },
    { ...status, isFound: false },
  ]) {
    const metrics = buildIndexMetrics()
    metrics.follow({
      vaults: async () => [event],
      queue: async () => ({ waiting: 0, active: 0, delayed: 0, parked: 0 }),
      chains: () => [],
    })
    const lines = (await linesOf(metrics)).filter((line) => line.includes('_unseen'))
    expect(lines).toEqual([expect.stringMatching(/ 1$/)])
  }
})

test('behavior: a source that hangs counts as away, and is not asked again meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let looks = 0
  let hang = () => {}
  const metrics = buildIndexMetrics()
  metrics.follow({
    vaults: () => {
      if (++looks === 1) return Promise.resolve([status])
      return new Promise((resolve) => {
        hang = () => resolve([status])
      })
    },
    queue: async () => ({ waiting: 0, active: 0, delayed: 0, parked: 0 }),
    chains: () => [],
  })
  const isUp = async () =>
    (await linesOf(metrics)).includes('vaultwright_index_source_up{source="store"} 1')
  expect(await isUp()).toBe(true)
  vi.advanceTimersByTime(61_000)
  expect([await isUp(), looks]).toEqual([true, 2])
  vi.advanceTimersByTime(121_000)
  expect([await isUp(), looks]).toEqual([false, 2])
  hang()
  await new Promise((resolve) => setImmediate(resolve))
  expect([await isUp(), looks]).toEqual([true, 2])
  // It took three minutes: it is not looked again after one.
  vi.advanceTimersByTime(600_000)
  expect([await isUp(), looks]).toEqual([true, 2])
})

async function linesOf({ print }: { readonly print: () => Promise<string> }): Promise<string[]> {
  return (await print()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
