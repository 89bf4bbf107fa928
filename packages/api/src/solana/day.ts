import type {
  DayRange,
  Page,
  PageQuery,
  Store,
  StoredSvmReading,
  SvmVault,
} from '@vaultwright/store'
import { parseKeptAccounts } from '@vaultwright/svm'
import { decodeSvmReading } from '@vaultwright/svm-builder'
import {
  endOfDay,
  growSvmDay,
  navValuesOf,
  type PerformanceValues,
  performSvm,
  type SvmDailyReceipt,
  type SvmDayState,
  type SvmPerformanceReceipt,
  shiftDay,
  svmDayStateOf,
  unknownNav,
} from '@vaultwright/valuation'
import type { DayWithNav, RowOf, SvmReadingData } from '@vaultwright/wire'
import { solana } from '../request/vault-path.ts'

/** The source of readings of Solana vaults. */
export type SvmSource = { readonly store: Pick<Store, 'svmReadings'>; readonly vault: SvmVault }

/** The NAV of a day of earlier versions: the holdings were not read, so that nothing is compared with the report. */
export const uncountedNav = unknownNav(
  'What the vault held was not read on that day: an earlier version read it.',
)

/** Computes what a kept reading says, from the accounts as they were answered. */
export function svmStateOf({ address, program }: SvmVault, reading: StoredSvmReading): SvmDayState {
  const accounts = parseKeptAccounts(reading.body)
  const decoded = decodeSvmReading(accounts, { vault: address, program })
  return svmDayStateOf({ vault: address, day: reading.day }, decoded)
}

/** @returns the first and the last day that was read; null when none was. */
export async function svmRangeOf({ store, vault }: SvmSource): Promise<DayRange | null> {
  const marks = await store.svmReadings.marks(vault.tenantId, { vault: vault.address })
  const [first, last] = [marks[0], marks.at(-1)]
  return first === undefined || last === undefined ? null : { from: first.day, to: last.day }
}

/** A value with its receipt, and the accounts that its last day was read from. */
export type SvmExplained<Receipt> = {
  readonly receipt: Receipt
  readonly reading: SvmReadingData
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
): Promise<Page<SvmExplained<SvmDailyReceipt>>> {
  const { items, hasMore } = await readPage(source, range, query)
  const states = items.map((reading) => svmStateOf(source.vault, reading))
  const [first] = states
  const eve = first === undefined ? null : await readSvmState(source, shiftDay(first.day, -1))
  const points = states.map((today, at) => {
    const last = at === 0 ? eve : states[at - 1]!
    const before = last?.day === shiftDay(today.day, -1) ? last : null
    return { receipt: growSvmDay({ today, before }), reading: readingDataOf(items[at]!) }
  })
  return { items: points, hasMore }
}

/** The accounts as they are kept are what the interface shows of them. */
function readingDataOf({ body }: StoredSvmReading): SvmReadingData {
  return JSON.parse(body)
}

/** Says of a daily point what the interface shows. It is as of the end of its day; its reading is a little later. */
export function svmDailyInputOf({ inputs, result }: SvmDailyReceipt): DayWithNav {
  const { vault, day, slot } = inputs.today
  return {
    chain: solana,
    vault,
    day,
    atUnix: endOfDay(day),
    blockNumber: BigInt(slot),
    dailyApy: result.dailyApy.value,
    priceUsd: result.worth?.priceUsd.value ?? null,
    sharePrice: result.sharePrice,
    totalAssets: result.totalAssets,
    tvlUsd: result.worth?.tvlUsd.value ?? null,
    nav: result.worth === undefined ? uncountedNav : navValuesOf(result.worth),
  }
}

/** A performance, and its last day with what was held then. */
export type SvmPerformance = SvmExplained<SvmPerformanceReceipt> & { readonly last: SvmDayState }

/**
 * Reads the performance of the seven days that end with the last day that was read.
 *
 * @returns null when no day was read.
 */
export async function readSvmPerformance(source: SvmSource): Promise<SvmPerformance | null> {
  const { store, vault } = source
  const latest = await store.svmReadings.latest(vault.tenantId, { vault: vault.address })
  if (latest === null) return null
  const range = { from: shiftDay(latest.day, -7), to: latest.day }
  const { items } = await readPage(source, range, { after: null, limit: 8 })
  const states = items.map((reading) => svmStateOf(vault, reading))
  const first = states.find(({ day }) => day === range.from) ?? null
  const between = states.filter(({ day }) => day !== range.from && day !== range.to)
  const last = svmStateOf(vault, latest)
  const receipt = performSvm({ last, first, between })
  return { receipt, reading: readingDataOf(latest), last }
}

/** Says of a performance what the interface shows: what a position earned is not read, so nothing is said of parts. */
export function svmPerformanceInputOf({
  inputs,
  result,
}: SvmPerformanceReceipt): RowOf<PerformanceValues> {
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
  const { items } = await readPage(source, { from: day, to: day }, { after: null, limit: 1 })
  return items[0] === undefined ? null : svmStateOf(source.vault, items[0])
}

function readPage({ store, vault }: SvmSource, range: DayRange, query: PageQuery<string>) {
  const place = { vault: vault.address, ...range }
  return store.svmReadings.page(vault.tenantId, place, query)
}
