import { openServedReceipts } from '@vaultwright/operations'
import type { DailyPoint, Snapshot, VaultRef } from '@vaultwright/store'
import {
  type DayWithNav,
  dailyEntriesText,
  dailyEntryOf,
  metricsSnapshotOf,
  performanceOf,
} from '@vaultwright/wire'
import { PerformanceNotFoundError, SnapshotNotFoundError } from '../../answer/missing-value.ts'
import { type ReceiptSource, readWithReceipts } from '../../answer/receipt.ts'
import { defineRoute, type RouteRequest } from '../../answer/route.ts'
import { coveredRange, readTimeRange } from '../../request/day-range.ts'
import { defaultPageSize, readListing, textSortKey } from '../../request/listing.ts'
import { findVaultPath, readVaultPath } from '../../request/vault-path.ts'
import { assertVault } from './vault.ts'

/** 4.8: the newest snapshot of a vault. */
export const getLatestSnapshot = defineRoute('getLatestSnapshot', async (request) => {
  const { caller, context } = request
  const vaultRef = findVaultPath(request.params)
  await assertVault(context, caller.tenantId, vaultRef)
  const snapshot = await context.store.snapshots.latest(caller.tenantId, vaultRef)
  if (snapshot === null) throw new SnapshotNotFoundError(vaultRef)
  return { body: { data: metricsSnapshotOf(snapshot, context.config.navGapBps) } }
})

/** 4.9: the snapshots of a vault, newest first. */
export const listSnapshots = defineRoute('listSnapshots', async (request) => {
  const { caller, context, query } = request
  const vaultRef = findVaultPath(request.params)
  const { tenantId } = caller
  const path = [vaultRef.chain, vaultRef.vault] as const
  await assertVault(context, tenantId, vaultRef)
  const listing = {
    binding: { operation: 'listSnapshots', tenantId, asked: path },
    sortKeySchema: textSortKey,
    sortKeyOf: ({ day }: Snapshot) => day,
    read: context.store.snapshots.page.bind(null, tenantId, vaultRef),
  } as const
  const swapRequest = { cursor: query.cursor, pageSize: defaultPageSize }
  const { items, page } = await readListing(listing, swapRequest)
  const { navGapBps } = context.config
  return { body: { data: items.map((item) => metricsSnapshotOf(item, navGapBps)), page } }
})

/** 4.11: the days of a vault, oldest first. */
export const listDailyData = defineRoute('listDailyData', async (request) => {
  return readDays(request, readVaultPath(request.params))
})

const isExplained = ({ query }: DailyRequest): boolean => query.explain === true

type DailyRequest = RouteRequest<'listDailyData'>

/** 4.12: yield over seven days. */
export const getPerformance = defineRoute('getPerformance', async (request) => {
  const { store } = request.context
  const { tenantId } = request.caller
  const vaultRef = findVaultPath(request.params)
  const isExplained = request.query.explain === true
  await assertVault(request.context, tenantId, vaultRef)
  const read = async () => {
    const performance = await store.performances.latest(tenantId, vaultRef)
    if (performance === null) throw new PerformanceNotFoundError(vaultRef)
    return performance
  }
  if (!isExplained) return { body: { data: performanceOf(await read()) } }
  const source = receiptSourceOf(request, 'performance')
  const { given: value, receipts } = await readWithReceipts(source, read, (one) => [one])
  return { body: { data: { ...performanceOf(value), receipt: receipts[0] ?? null } } }
})

/** Receipts are read in turns of the tenant, as builds are made. */
function receiptSourceOf(
  { caller: { tenantId }, context }: Pick<DailyRequest, 'caller' | 'context'>,
  kind: ReceiptSource['kind'],
): ReceiptSource {
  const receipts = openServedReceipts(context.store, tenantId)
  return { receipts, kind, turn: () => context.turns.next(tenantId) }
}

async function readDays(request: DailyRequest, vaultRef: VaultRef) {
  const { caller, context, query } = request
  const { navGapBps } = context.config
  const range = readTimeRange(query)
  const { tenantId } = caller
  await assertVault(context, tenantId, vaultRef)
  const storedRange = await context.store.dailyPoints.rangeOf(tenantId, vaultRef)
  const { days, meta } = coveredRange(range, storedRange)
  const { cursor, page_size: pageSize = defaultPageSize } = query
  const times = [range.fromUnix, range.toUnix].map((unix) => (unix === null ? null : String(unix)))
  const listing = {
    // A list goes on with receipts or without: the days are the same.
    binding: {
      operation: 'listDailyData',
      tenantId,
      asked: [vaultRef.chain, vaultRef.vault, ...times, pageSize],
    },
    sortKeySchema: textSortKey,
    sortKeyOf: ({ day }: DailyPoint) => day,
    read: async (wanted: { readonly after: string | null; readonly limit: number }) =>
      days === null
        ? { items: [], hasMore: false }
        : context.store.dailyPoints.page(tenantId, { ...vaultRef, ...days }, wanted),
  } as const
  const read = () => readListing(listing, { cursor, pageSize })
  if (!isExplained(request)) {
    const { items, page } = await read()
    const head = JSON.stringify({ meta, page })
    const points = await withNavs(request, vaultRef, items)
    return { text: `{"data":${dailyEntriesText(points, navGapBps)},${head.slice(1)}` }
  }
  const source = receiptSourceOf(request, 'daily')
  const { given: value, receipts } = await readWithReceipts(source, read, ({ items }) => items)
  const entryOf = (point: DayWithNav, at: number) => ({
    ...dailyEntryOf(point, navGapBps),
    receipt: receipts[at] ?? null,
  })
  const points = await withNavs(request, vaultRef, value.items)
  return { body: { data: points.map(entryOf), meta, page: value.page } }
}

/** Net assets stand beside the snapshot of a day: they are of what the vault held. */
async function withNavs(
  { caller, context }: DailyRequest,
  vaultRef: VaultRef,
  points: readonly DailyPoint[],
): Promise<readonly DayWithNav[]> {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return []
  const range = { ...vaultRef, from: first.day, to: last.day }
  const navs = await context.store.snapshots.navs(caller.tenantId, range)
  const navByDay = new Map(navs.map(({ day, nav }) => [day, nav]))
  return points.map((point) => ({ ...point, nav: navByDay.get(point.day) ?? null }))
}
