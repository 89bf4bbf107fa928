import type { DailyPoint, VaultPlace } from '@vaultwright/store'
import { dailyEntryOf } from '@vaultwright/wire'
import Type from 'typebox'
import { coveredRange, readTimeRange } from '../day-range.ts'
import { keptAnswer } from '../kept-answer.ts'
import { defaultPageSize, readListing } from '../listing.ts'
import { readExplained } from '../receipt.ts'
import { type Asked, defineRoute } from '../route.ts'
import { readVaultPath } from '../vault-path.ts'
import { findVault } from './vault.ts'

type DailyAsked = Asked<'listDailyData'>

/** 4.11: the days of a vault, oldest first. */
export const listDailyData = defineRoute('listDailyData', (asked) => {
  const place = readVaultPath(asked.params)
  const { from, to, cursor, page_size: pageSize = defaultPageSize } = asked.query
  const listed = [place.chain, place.vault, from, to, pageSize, cursor] as const
  const key = ['listDailyData', ...listed, isExplained(asked) ? 'explain' : null] as const
  return keptAnswer(asked, key, () => readDays(asked, place))
})

const isExplained = ({ query }: DailyAsked): boolean => query.explain === true

async function readDays(request: DailyAsked, place: VaultPlace) {
  const { caller, context, query } = request
  const asked = readTimeRange(query)
  const { tenantId } = caller
  await findVault(context, tenantId, place)
  const known = await context.store.dailyPoints.rangeOf(tenantId, place)
  const { days, meta } = coveredRange(asked, known)
  const { cursor, page_size: pageSize = defaultPageSize } = query
  const times = [asked.fromUnix, asked.toUnix].map((unix) => (unix === null ? null : String(unix)))
  const listing = {
    // A list goes on with receipts or without: the days are the same.
    binding: {
      operation: 'listDailyData',
      tenantId,
      asked: [place.chain, place.vault, ...times, pageSize],
    },
    place: Type.String(),
    placeOf: ({ day }: DailyPoint) => day,
    read: async (wanted: { readonly after: string | null; readonly limit: number }) =>
      days === null
        ? { items: [], hasMore: false }
        : context.store.dailyPoints.page(tenantId, { ...place, ...days }, wanted),
  } as const
  const read = () => readListing(listing, { cursor, pageSize })
  if (!isExplained(request)) {
    const { items, page } = await read()
    return { data: items.map(dailyEntryOf), meta, page }
  }
  const source = { store: context.store, tenantId, kind: 'daily' } as const
  const { given, receipts } = await readExplained(source, read, ({ items }) => items)
  const entryOf = (point: DailyPoint, at: number) => ({
    ...dailyEntryOf(point),
    receipt: receipts[at] ?? null,
  })
  return { data: given.items.map(entryOf), meta, page: given.page }
}
