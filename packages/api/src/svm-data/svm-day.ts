import type {
  DayRange,
  Page,
  PageQuery,
  Store,
  StoredSvmReading,
  SvmVault,
} from '@vaultwright/store'
import { decodeVaultReading, parseKeptAccounts } from '@vaultwright/svm'
import {
  endOfDay,
  growSvmDay,
  performSvm,
  type SvmDailyReceipt,
  type SvmDayState,
  type SvmPerformanceReceipt,
  shiftDay,
  svmDayStateOf,
} from '@vaultwright/valuation'
import type { DailyInput, PerformanceInput } from '@vaultwright/wire'
import { solana } from '../request/vault-path.ts'

/** Where readings of Solana vaults are. */
export type SvmSource = { readonly store: Pick<Store, 'svmReadings'>; readonly vault: SvmVault }

/** Computes what a kept reading says, from the accounts as they were answered. */
export function svmStateOf({ address, program }: SvmVault, reading: StoredSvmReading): SvmDayState {
  const accounts = parseKeptAccounts(reading.body)
  const read = decodeVaultReading(accounts, { vault: address, program })
  return svmDayStateOf({ vault: address, day: reading.day }, read)
}

/** @returns the first and the last day that was read; null when none was. */
export async function svmRangeOf({ store, vault }: SvmSource): Promise<DayRange | null> {
  const marks = await store.svmReadings.marks(vault.tenantId, { vault: vault.address })
  const [first, last] = [marks[0], marks.at(-1)]
  return first === undefined || last === undefined ? null : { from: first.day, to: last.day }
}

/**
 * Reads a page of daily points, oldest first: each from its own reading and that of the day before it.
 *
 * @returns receipts of the points; a day that was not read has none, and the day after it no growth.
 */
export async function readSvmDailyPage(
  source: SvmSource,
  range: DayRange,
  query: PageQuery<string>,
): Promise<Page<SvmDailyReceipt>> {
  const { items, hasMore } = await readStates(source, range, query)
  const [first] = items
  const eve = first === undefined ? null : await readSvmState(source, shiftDay(first.day, -1))
  const receipts = items.map((today, at) => {
    const last = at === 0 ? eve : items[at - 1]!
    return growSvmDay({ today, before: last?.day === shiftDay(today.day, -1) ? last : null })
  })
  return { items: receipts, hasMore }
}

/** Says of a daily point what the interface shows. It is as of the end of its day; its reading is a little later. */
export function svmDailyInputOf({ inputs, result }: SvmDailyReceipt): DailyInput & {
  readonly day: string
} {
  const { vault, day, slot } = inputs.today
  return {
    chain: solana,
    vault,
    day,
    atUnix: endOfDay(day),
    blockNumber: BigInt(slot),
    dailyApy: result.dailyApy.value,
    priceUsd: null,
    sharePrice: result.sharePrice,
    totalAssets: result.totalAssets,
    tvlUsd: null,
  }
}

/**
 * Reads the performance of the seven days that end with the last day that was read.
 *
 * @returns null when no day was read.
 */
export async function readSvmPerformance(source: SvmSource): Promise<SvmPerformanceReceipt | null> {
  const { store, vault } = source
  const latest = await store.svmReadings.latest(vault.tenantId, { vault: vault.address })
  if (latest === null) return null
  const range = { from: shiftDay(latest.day, -7), to: latest.day }
  const { items } = await readStates(source, range, { after: null, limit: 8 })
  const first = items.find(({ day }) => day === range.from) ?? null
  const between = items.filter(({ day }) => day !== range.from && day !== range.to)
  return performSvm({ last: svmStateOf(vault, latest), first, between })
}

/** Says of a performance what the interface shows: what a vault holds is not read, so nothing is said of parts. */
export function svmPerformanceInputOf({ inputs, result }: SvmPerformanceReceipt): PerformanceInput {
  return {
    chain: solana,
    vault: inputs.last.vault,
    day: inputs.last.day,
    apy: result.apy.value,
    fees: result.platformFee.value,
    performanceFees: result.performanceFee.value,
    realApy: null,
    maturityApy: null,
    feeDrag: null,
    real: [],
    maturities: [],
  }
}

/** Reads one day; null when it was not read. */
export async function readSvmState(source: SvmSource, day: string): Promise<SvmDayState | null> {
  const { items } = await readStates(source, { from: day, to: day }, { after: null, limit: 1 })
  return items[0] ?? null
}

async function readStates(
  { store, vault }: SvmSource,
  range: DayRange,
  query: PageQuery<string>,
): Promise<Page<SvmDayState>> {
  const place = { vault: vault.address, ...range }
  const { items, hasMore } = await store.svmReadings.page(vault.tenantId, place, query)
  return { items: items.map((reading) => svmStateOf(vault, reading)), hasMore }
}
