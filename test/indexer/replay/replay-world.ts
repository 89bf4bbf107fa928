import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import {
  currentFormulas,
  type Formulas,
  openReadingParser,
  openReceiptReader,
  type ReplayOrder,
  type ReplayParts,
  replayVault,
} from '@vaultwright/indexer'
import { checksumOf } from '@vaultwright/merkle'
import { openStore, type Store, type StoreOptions } from '@vaultwright/store'
import Database from 'better-sqlite3'
import { fillReadings, type HistorySize } from '../../bench/index/index-fill.ts'
import { recordReadingsOf } from '../../bench/index/index-record.ts'

/** Readings of many days of several vaults, without values, in an SQLite file that is copied for each use. */
export type ReplayWorld = {
  /** Makes a database of its own. */
  readonly fork: () => ReplayHome
  readonly close: () => void
}

/** A database with readings. */
export type ReplayHome = {
  /** Makes another one like it. */
  readonly fork: () => ReplayHome
  readonly url: string
  readonly open: (options?: StoreOptions) => Promise<Store>
  /** Asks the database itself, past the store. */
  readonly sql: (text: string) => readonly Readonly<Record<string, unknown>>[]
  /** Takes all values away. */
  readonly dropValues: () => void
}

export const order: ReplayOrder = { from: null, to: null, values: 'stale', reason: 'Of a test.' }

/** Makes readings of those of the local chain. */
export async function openReplayWorld(local: LocalChain, size: HistorySize): Promise<ReplayWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-replay-'))
  const source = join(folder, 'source.db')
  await fillReadings(`sqlite:${source}`, await recordReadingsOf(local), size)
  return {
    fork: homeOf(source).fork,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

let forks = 0

function homeOf(path: string): ReplayHome {
  const sql: ReplayHome['sql'] = (text) => {
    const db = new Database(path, { timeout: 10_000 })
    try {
      const statement = db.prepare<[], Readonly<Record<string, unknown>>>(text)
      if (statement.reader) return statement.all()
      statement.run()
      return []
    } finally {
      db.close()
    }
  }
  return {
    fork: () => {
      const copy = `${path}.${forks++}`
      sql('pragma wal_checkpoint(truncate)')
      copyFileSync(path, copy)
      return homeOf(copy)
    },
    url: `sqlite:${path}`,
    open: (options) => openStore(`sqlite:${path}`, options),
    sql,
    dropValues: () => {
      for (const table of ['snapshot', 'daily_point', 'performance']) sql(`delete from ${table}`)
    },
  }
}

/** The parts of a replay in this process. */
export function partsOf(store: Store, formulas: Formulas = currentFormulas): ReplayParts {
  return { store, formulas, parse: openReadingParser(), observe: () => {} }
}

/** Replays every vault of a store. @returns what was done, added up. */
export async function replayAll(parts: ReplayParts, replayOrder: ReplayOrder = order) {
  const sum = { days: 0, stale: 0, added: 0, completed: 0, revised: 0, unchanged: 0 }
  for (const vault of await parts.store.vaults.everywhere()) {
    for (const deployment of vault.deployments) {
      const { tenantId, address } = vault
      const vaultRef = { tenantId, chain: deployment.chain, vault: address }
      const count = await replayVault(parts, { vaultRef, vault, deployment }, replayOrder)
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += count[name]
    }
  }
  return sum
}

const tables = ['snapshot', 'daily_point', 'performance'] as const
const hidden = new Set(['tenant_id', 'since_unix', 'receipt', 'receipt_digest'])

/** Every value with its basis, a line each, without what tells when it was written. */
export function printValues({ sql }: Pick<ReplayHome, 'sql'>): readonly string[] {
  return tables.flatMap((table) =>
    sql(`select * from ${table} order by vault, chain, day`).map((row) =>
      JSON.stringify([table, ...Object.entries(row).filter(([name]) => !hidden.has(name))]),
    ),
  )
}

/** Every receipt with its inputs, a line each. */
export async function printReceipts(
  store: Store,
  { sql }: Pick<ReplayHome, 'sql'>,
): Promise<readonly string[]> {
  const { tenantId } = (await store.vaults.everywhere())[0]!
  const receiptOf = openReceiptReader(store, tenantId)
  const lines: string[] = []
  for (const [table, kind] of [
    ['daily_point', 'daily'],
    ['performance', 'performance'],
  ] as const) {
    for (const row of sql(`select vault, chain, day from ${table} order by vault, chain, day`)) {
      const place = { chain: `${row.chain}`, vault: checksumOf(`${row.vault}`), day: `${row.day}` }
      lines.push(JSON.stringify((await receiptOf(place, kind))?.receipt ?? null))
    }
  }
  return lines
}

/** @returns what tells lines from others. */
export function digestOf(lines: readonly string[]): string {
  const digest = createHash('sha256')
  for (const line of lines) digest.update(`${line}\n`)
  return digest.digest('hex')
}
