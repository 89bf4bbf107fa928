import { type Comparison, comparisonOf } from '@vaultwright/check'
import {
  type AssetDollar,
  assetDollarsOf,
  type DailyReceipt,
  type DayValue,
  type Known,
  type PerformanceReceipt,
  snapshotValuesOf,
  valueDay,
} from '@vaultwright/valuation'
import {
  type MetricsSnapshot,
  metricsSnapshotOf,
  type NavData,
  type WorthBoundsData,
} from '@vaultwright/wire'
import { productOf, sumOf } from './exact.ts'

/** Something that a vault holds, or owes. Exact decimals. */
export type HoldingRow = {
  readonly protocol: string
  readonly asset: string
  /** Of the token; null where only the server's name of it is at hand. */
  readonly address: string | null
  /** Negative when owed. */
  readonly balance: Known<string>
  /** In the base asset. */
  readonly worth: Known<string>
}

/** HoldingRows of one protocol, or of one asset. */
export type HoldingGroup = {
  readonly name: string
  readonly rows: readonly HoldingRow[]
  /** Of what has a price; null without any. */
  readonly worth: string | null
}

/** The holdings of a vault, with sums. */
export type HoldingTable = {
  readonly rows: readonly HoldingRow[]
  /** Of one unit of the base asset; null when it is not known. */
  readonly baseUsd: string | null
  /** Of what has a price, less what is owed. */
  readonly sum: string
  readonly unpriced: number
  readonly totalAssets: string | null
  readonly nav: Partial<NavData>
  /** Null where the service does not give them. */
  readonly bounds: WorthBoundsData
  /** Null where it is only told: no receipt at hand holds what was read. */
  readonly comparison: Comparison | null
}

/** The holdings of a vault as far as they are read: a table of a day, nothing yet, or why there is none. */
export type HoldingReading =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'read'; readonly table: HoldingTable; readonly day: string }

/** The available receipts of a vault: of the last week, and of the last day. */
export type HoldingReceipts = {
  readonly week: PerformanceReceipt | null
  readonly day: DailyReceipt | null
}

/**
 * Works out what a vault holds. With a receipt of the same day everything is computed in this page from
 * what was read, and compared with the snapshot; without one the snapshot is taken as it was told.
 */
export function holdingTableOf(
  snapshot: MetricsSnapshot,
  { week, day }: HoldingReceipts,
): HoldingTable {
  const last = week?.inputs.last ?? null
  if (last === null || last.day !== snapshot.as_of.slice(0, 10))
    return tableOf(
      { rows: toldRows(snapshot), baseUsd: dayDollarOf(day), comparison: null },
      snapshot,
    )
  const otherChains = (week?.inputs.others ?? []).map(({ chain }) => chain).sort()
  const inputs = otherChains.length === 0 ? last : { ...last, otherChains }
  const value = valueDay(inputs).result
  const dollars = last.base === null ? [] : assetDollarsOf(last)
  const boundBps = Math.round(Number(snapshot.nav_gap_bound ?? '0') * 10_000)
  const computed = sameFieldsOf(
    metricsSnapshotOf(snapshotValuesOf(inputs, value), boundBps),
    snapshot,
  )
  return tableOf(
    {
      rows: computedRows(value),
      baseUsd: baseDollarOf(dollars, last.base?.address ?? null),
      comparison: comparisonOf(
        'The snapshot follows from what the receipt of the week read',
        snapshot,
        computed,
      ),
    },
    computed,
  )
}

/** Leaves out what an earlier service does not give, or computed by an earlier version: nothing is compared with it. */
function sameFieldsOf(computed: MetricsSnapshot, served: MetricsSnapshot): MetricsSnapshot {
  if ((served.worth_bounds ?? null) !== null) return computed
  const { worth_bounds: _, ...withoutBounds } = computed
  const flags = computed.flags?.filter(({ flag }) => flag === 'nav_gap')
  const bounds = served.worth_bounds === undefined ? {} : { worth_bounds: null }
  return { ...withoutBounds, ...bounds, ...(flags !== undefined && { flags }) }
}

/** Puts rows together, the largest worth first; what has no price comes last. */
export function groupHoldings(
  rows: readonly HoldingRow[],
  by: 'protocol' | 'asset',
): readonly HoldingGroup[] {
  const groups = new Map<string, HoldingRow[]>()
  for (const row of rows) groups.set(row[by], [...(groups.get(row[by]) ?? []), row])
  return [...groups]
    .map(([name, members]) => {
      const priced = members.flatMap(({ worth }) => worth.value ?? [])
      const sorted = [...members].sort((left, right) => rank(right.worth) - rank(left.worth))
      return { name, rows: sorted, worth: priced.length === 0 ? null : sumOf(priced) }
    })
    .sort((left, right) => sizeOf(right.worth) - sizeOf(left.worth))
}

/** Tells what is owed from what is held. */
export function isOwed({ balance }: HoldingRow): boolean {
  return balance.value?.startsWith('-') ?? false
}

type HoldingRows = Pick<HoldingTable, 'rows' | 'baseUsd' | 'comparison'>

function tableOf(rows: HoldingRows, snapshot: MetricsSnapshot): HoldingTable {
  return {
    ...rows,
    sum: sumOf(rows.rows.flatMap(({ worth }) => worth.value ?? [])),
    unpriced: rows.rows.filter(({ worth }) => worth.value === null).length,
    totalAssets: snapshot.total_assets,
    nav: snapshot,
    bounds: snapshot.worth_bounds ?? null,
  }
}

function computedRows({ positions }: DayValue): readonly HoldingRow[] {
  return positions.map(({ protocol, asset, balance, value }) => ({
    protocol,
    asset: asset.symbol,
    address: asset.address,
    balance,
    worth: value,
  }))
}

function toldRows({ positions, prices, chain }: MetricsSnapshot): readonly HoldingRow[] {
  return positions.map(({ protocol, asset, balance }) => {
    const price = prices[chain]?.[asset]
    return {
      protocol,
      asset,
      address: null,
      balance: { value: balance, reason: null },
      worth:
        price === undefined
          ? { value: null, reason: 'The server gives no price.' }
          : { value: productOf(balance, price), reason: null },
    }
  })
}

function dayDollarOf(receipt: DailyReceipt | null): string | null {
  const today = receipt?.inputs.today
  if (!today?.base) return null
  return baseDollarOf(assetDollarsOf({ ...today, holdings: [], failures: [] }), today.base.address)
}

function baseDollarOf(dollars: readonly AssetDollar[], base: string | null): string | null {
  return dollars.find(({ asset }) => asset === base)?.usd ?? null
}

/** For sorting alone. */
function rank({ value }: Known<string>): number {
  return value === null ? Number.NEGATIVE_INFINITY : Number(value)
}

function sizeOf(worth: string | null): number {
  return worth === null ? -1 : Math.abs(Number(worth))
}
