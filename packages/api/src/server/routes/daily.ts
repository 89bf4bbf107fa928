import type { DailyPoint, VaultRef } from '@vaultwright/store'
import { dailyEntryOf } from '@vaultwright/wire'
import Type from 'typebox'
import { cachedAnswer } from '../../answer/cached-answer.ts'
import { readWithReceipts } from '../../answer/receipt.ts'
import { defineRoute, type RouteRequest } from '../../answer/route.ts'
import { coveredRange, readTimeRange } from '../../request/day-range.ts'
import { defaultPageSize, readListing } from '../../request/listing.ts'
import { readVaultPath } from '../../request/vault-path.ts'
import { findVault } from './vault.ts'

type DailyRequest = RouteRequest<'listDailyData'>

/** 4.11: the days of a vault, oldest first. */
export const listDailyData = defineRoute('listDailyData', (request) => {
  const vaultRef = readVaultPath(request.params)
  const { from, to, cursor, page_size: pageSize = defaultPageSize } = request.query
  const listed = [vaultRef.chain, vaultRef.vault, from, to, pageSize, cursor] as const
  const key = ['listDailyData', ...listed, isExplained(request) ? 'explain' : null] as const
  return cachedAnswer(request, key, () => readDays(request, vaultRef))
})

const isExplained = ({ query }: DailyRequest): boolean => query.explain === true

async function readDays(request: DailyRequest, vaultRef: VaultRef) {
  const { caller, context, query } = request
  const asked = readTimeRange(query)
  const { tenantId } = caller
  await findVault(context, tenantId, vaultRef)
  const known = await context.store.dailyPoints.rangeOf(tenantId, vaultRef)
  const { days, meta } = coveredRange(asked, known)
  const { cursor, page_size: pageSize = defaultPageSize } = query
  const times = [asked.fromUnix, asked.toUnix].map((unix) => (unix === null ? null : String(unix)))
  const listing = {
    // A list goes on with receipts or without: the days are the same.
    binding: {
      operation: 'listDailyData',
      tenantId,
      asked: [vaultRef.chain, vaultRef.vault, ...times, pageSize],
    },
    sortKeySchema: Type.String(),
    sortKeyOf: ({ day }: DailyPoint) => day,
    read: async (wanted: { readonly after: string | null; readonly limit: number }) =>
      days === null
        ? { items: [], hasMore: false }
        : context.store.dailyPoints.page(tenantId, { ...vaultRef, ...days }, wanted),
  } as const
  const read = () => readListing(listing, { cursor, pageSize })
  if (!isExplained(request)) {
    const { items, page } = await read()
    return { data: items.map(dailyEntryOf), meta, page }
  }
  const source = { store: context.store, tenantId, kind: 'daily' } as const
  const { given, receipts } = await readWithReceipts(source, read, ({ items }) => items)
  const entryOf = (point: DailyPoint, at: number) => ({
    ...dailyEntryOf(point),
    receipt: receipts[at] ?? null,
  })
  return { data: given.items.map(entryOf), meta, page: given.page }
}
