import { endOfDay, type SvmDailyReceipt, shiftDay } from '@vaultwright/valuation'
import { dailyEntryOf, metricsSnapshotOf, performanceOf, type ReceiptData } from '@vaultwright/wire'
import { PerformanceNotFoundError, SnapshotNotFoundError } from '../answer/missing-value.ts'
import { defineRoute } from '../answer/route.ts'
import { svmVaultDetailOf } from '../present/vault.ts'
import { type CoveredRange, coveredRange, readTimeRange } from '../request/day-range.ts'
import { defaultPageSize, readListing, textSortKey } from '../request/listing.ts'
import { solana } from '../request/vault-path.ts'
import {
  readSvmDailyPage,
  readSvmPerformance,
  type SvmExplained,
  svmDailyInputOf,
  svmPerformanceInputOf,
  svmRangeOf,
} from './day.ts'
import { readLatestSvmSnapshot, readSvmSnapshotPage } from './snapshot.ts'
import { findSvmVault, readSvmStrategists } from './vault.ts'
import { readSvmVaultPath } from './vault-path.ts'

/** Answers with a Solana vault and its one deployment. */
export const getVault = defineRoute('getVault', async (request) => {
  const { caller, context, params } = request
  const vault = await findSvmVault(context, caller.tenantId, params)
  const strategists = await readSvmStrategists(context, vault)
  return { body: { data: svmVaultDetailOf(vault, caller.tenantName, strategists) } }
})

/** Answers with the newest snapshot of a Solana vault. */
export const getLatestSnapshot = defineRoute('getLatestSnapshot', async (request) => {
  const { caller, context, params } = request
  const vault = await findSvmVault(context, caller.tenantId, params)
  const snapshot = await readLatestSvmSnapshot({ store: context.store, vault })
  if (snapshot === null) throw new SnapshotNotFoundError(placeOf(vault.address))
  return { body: { data: metricsSnapshotOf(snapshot, context.config.navGapBps) } }
})

/** Answers with the snapshots of a Solana vault, newest first. */
export const listSnapshots = defineRoute('listSnapshots', async (request) => {
  const { caller, context, params, query } = request
  const path = [solana, params.vault_address] as const
  const vault = await findSvmVault(context, caller.tenantId, params)
  const listing = {
    binding: { operation: 'listSnapshots', tenantId: caller.tenantId, asked: path },
    sortKeySchema: textSortKey,
    sortKeyOf: ({ day }: { readonly day: string }) => day,
    read: readSvmSnapshotPage.bind(null, { store: context.store, vault }),
  } as const
  const swapRequest = { cursor: query.cursor, pageSize: defaultPageSize }
  const { items, page } = await readListing(listing, swapRequest)
  return {
    body: { data: items.map((item) => metricsSnapshotOf(item, context.config.navGapBps)), page },
  }
})

/** Answers with the days of a Solana vault, oldest first; a day that was not read is left out. */
export const listDailyData = defineRoute('listDailyData', async (request) => {
  const { params, caller, context, query } = request
  // What is wrong with the path comes before what is wrong with the query.
  readSvmVaultPath(params)
  const range = readTimeRange(query)
  const { tenantId } = caller
  const vault = await findSvmVault(context, tenantId, params)
  const source = { store: context.store, vault }
  const { days, meta } = coveredRange(range, await svmRangeOf(source))
  await context.turns.next(tenantId)
  const { cursor, page_size: pageSize = defaultPageSize, explain = false } = query
  const times = [range.fromUnix, range.toUnix].map((unix) => (unix === null ? null : String(unix)))
  const listing = {
    binding: {
      operation: 'listDailyData',
      tenantId,
      asked: [solana, vault.address, ...times, pageSize],
    },
    sortKeySchema: textSortKey,
    sortKeyOf: ({ receipt }: SvmExplained<SvmDailyReceipt>) => receipt.inputs.today.day,
    read: async (wanted: { readonly after: string | null; readonly limit: number }) =>
      days === null
        ? { items: [], hasMore: false }
        : readSvmDailyPage(source, endedIn(days), wanted),
  } as const
  const { items, page } = await readListing(listing, { cursor, pageSize })
  const data = items.map(({ receipt, reading }) => ({
    ...dailyEntryOf(svmDailyInputOf(receipt), context.config.navGapBps),
    ...(explain ? { receipt: receipt as ReceiptData, reading } : {}),
  }))
  return { body: { data, meta, page } }
})

/** Days whose end lies within the moments of a range. */
function endedIn({ from, to, untilUnix }: NonNullable<CoveredRange['days']>) {
  const isOver = untilUnix === null || endOfDay(to) <= untilUnix
  return { from, to: isOver ? to : shiftDay(to, -1) }
}

/** Answers with what a Solana vault earned in seven days. */
export const getPerformance = defineRoute('getPerformance', async (request) => {
  const { caller, context, params, query } = request
  const { explain = false } = query
  const vault = await findSvmVault(context, caller.tenantId, params)
  const performance = await readSvmPerformance({ store: context.store, vault })
  if (performance === null) throw new PerformanceNotFoundError(placeOf(vault.address))
  const { receipt, reading } = performance
  const data = performanceOf(svmPerformanceInputOf(receipt))
  return { body: { data: explain ? { ...data, receipt: receipt as ReceiptData, reading } : data } }
})

const placeOf = (vault: string) => ({ chain: solana, vault })
