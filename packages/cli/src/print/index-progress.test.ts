import type { IndexEvent } from '@vaultwright/indexer'
import { startRunSummary } from '@vaultwright/operations'
import { expect, test } from 'vitest'
import type { Context } from '../terminal/context.ts'
import { openIndexProgress } from './index-progress.ts'

const vaultRef = {
  tenantId: 'tenant_1',
  chain: 'local',
  vault: '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2',
} as const
const head = { number: '120', hash: '0x00', atUnix: '0' } as const
const scanned = (missing: number, chain = 'local'): IndexEvent => ({
  event: 'scanned',
  chain,
  head,
  vaults: 1,
  missing,
  stale: 0,
  flows: missing,
  ms: 1,
})
const indexed = (day: string): IndexEvent => ({
  event: 'day_indexed',
  vaultRef,
  day,
  ms: 1,
  rounds: 2,
  calls: 50,
})

function rig() {
  const written: string[] = []
  let clock = 0
  const context = {
    config: { color: { stdout: false, stderr: false }, progress: 80 },
    stderr: { write: (piece: string) => written.push(piece) > 0 },
    now: () => {
      clock += 500
      return clock
    },
  } as unknown as Context
  const watch = openIndexProgress({ quiet: false, context }, () => 'Local ETH')
  return { watch, written }
}

test('default: a bar of the days that are missing, which goes when none is', () => {
  const { watch, written } = rig()
  watch.observe(scanned(4))
  for (const day of ['2026-01-01', '2026-01-02']) watch.observe(indexed(day))
  expect(written.at(-1)).toMatch(/ 2\/4 .*Local ETH 2026-01-02$/)
  watch.observe(scanned(2))
  watch.observe(indexed('2026-01-03'))
  expect(written.at(-1)).toContain(' 3/4 ')
  watch.observe(scanned(0))
  expect(written.at(-1)).toBe('\r\u001b[K')
})

test('behavior: days of a second chain are added, and a new day begins a new bar', () => {
  const { watch, written } = rig()
  watch.observe(scanned(2))
  watch.observe(scanned(3, 'base'))
  watch.observe(indexed('2026-01-01'))
  expect(written.at(-1)).toContain(' 1/5 ')
  watch.observe(scanned(0))
  watch.observe(scanned(0, 'base'))
  watch.observe(scanned(1))
  watch.observe(indexed('2026-01-02'))
  expect(written.at(-1)).toContain(' 1/1 ')
})

test('behavior: work that failed and was done then is no failure', () => {
  const { observe, counts } = startRunSummary()
  const task = { kind: 'vault.snapshot', ...vaultRef, day: '2026-01-01', reason: null } as const
  const error = { code: 'rpc_timeout', message: 'The node is slow.' }
  const decision = { kind: 'retry', afterMs: 1 } as const
  observe({ event: 'task_failed', task, error, attempt: 1, decision })
  expect(counts().failed).toMatchObject([{ day: '2026-01-01', code: 'rpc_timeout' }])
  observe({ event: 'task_waits', task, seconds: 1, reason: 'Not over.' })
  expect(counts().waits).toHaveLength(1)
  observe({ event: 'task_done', task, ms: 1 })
  observe(indexed('2026-01-01'))
  observe({ event: 'revised', vaultRef, day: '2026-01-01', rows: 3, reason: 'x' })
  expect(counts()).toMatchObject({ indexed: 1, revised: 3, failed: [], waits: [], tasks: 1 })
})
