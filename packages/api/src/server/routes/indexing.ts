import { type Address, slugOf } from '@vaultwright/base'
import type { Page, PageQuery, Revision, Store, VaultRef } from '@vaultwright/store'
import { actorOf, defineRoute } from '../../answer/route.ts'
import { indexStatusOf, listedStatusLimits, wholeStatusLimits } from '../../present/index-status.ts'
import { revisedDayOf } from '../../present/revision.ts'
import { defaultPageSize, readListing, textSortKey } from '../../request/listing.ts'
import { findVaultPath, readAddress } from '../../request/vault-path.ts'
import { assertVault } from './vault.ts'

/** The progress of the tenant's index of each vault, from the store alone. */
export const getIndexStatus = defineRoute('getIndexStatus', async (request) => {
  const { caller, context, query } = request
  const { tenantId } = caller
  // What indexes is much code, and few ask for this.
  const { isCurrent, readIndexPage } = await import('@vaultwright/operations')
  const { chain, vault_address: vault } = query
  const pageSize = query.page_size ?? defaultPageSize
  const selection = {
    tenantId,
    ...(chain === undefined ? {} : { chain: slugOf(chain) }),
    ...(vault === undefined ? {} : { vault: vault as Address }),
  }
  const listing = {
    binding: {
      operation: 'getIndexStatus',
      tenantId,
      asked: [pageSize, chain ?? null, vault ?? null],
    },
    sortKeySchema: textSortKey,
    sortKeyOf: ({ key }: { readonly key: string }) => key,
    read: (page: PageQuery<string>) =>
      readIndexPage(context.store, { selection, page }, context.now),
  } as const
  const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
  const limits = vault === undefined ? listedStatusLimits : wholeStatusLimits
  const data = items.map((row) => indexStatusOf({ ...row, isCurrent: isCurrent(row) }, limits))
  return { body: { data, page } }
})

/** Forgets failures of a vault: the index computes what is missing from the store, and tries it again. */
export const repairIndex = defineRoute('repairIndex', async ({ body, caller, context }) => {
  const vault = readAddress(body.vault_address, ['body', 'vault_address'])
  const vaultRef = { chain: slugOf(body.chain), vault }
  const range = { ...vaultRef, from: body.from ?? null, to: body.to ?? null }
  const retried = await context.store.failures.repair(caller.tenantId, range, actorOf(caller))
  return { body: { data: { chain: vaultRef.chain, vault_address: vault, retried } } }
})

/** Days whose values were replaced, newest first, with what stood before and what stands now. */
export const listRevisions = defineRoute('listRevisions', async (request) => {
  const { caller, context, query } = request
  const vaultRef = findVaultPath(request.params)
  const pageSize = query.page_size ?? defaultPageSize
  const { tenantId } = caller
  const key = [vaultRef.chain, vaultRef.vault, pageSize] as const
  await assertVault(context, tenantId, vaultRef)
  const listing = {
    binding: { operation: 'listRevisions', tenantId, asked: key },
    sortKeySchema: textSortKey,
    sortKeyOf: (day: string) => day,
    read: (wanted: PageQuery<string>) => pageOfDays(context.store, { tenantId, vaultRef }, wanted),
  } as const
  const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
  const days = items.map((day) => readRevisedDay(context.store, tenantId, { ...vaultRef, day }))
  return { body: { data: (await Promise.all(days)).map(revisedDayOf), page } }
})

type TenantVault = { readonly tenantId: string; readonly vaultRef: VaultRef }

async function pageOfDays(
  store: Store,
  { tenantId, vaultRef }: TenantVault,
  { after, limit }: PageQuery<string>,
): Promise<Page<string>> {
  const days = (await store.revisions.days(tenantId, vaultRef)).map(({ day }) => day).toReversed()
  const remaining = days.filter((day) => after === null || day < after)
  return { items: remaining.slice(0, limit), hasMore: remaining.length > limit }
}

async function readRevisedDay(
  store: Store,
  tenantId: string,
  dayRef: VaultRef & { readonly day: string },
) {
  const revisions = await store.revisions.list(tenantId, dayRef)
  const kinds = new Set(revisions.map(({ kind }) => kind))
  const current: Record<string, object | null> = {}
  for (const kind of kinds) {
    if (kind !== 'reading') current[kind] = await valueNow(store, tenantId, { ...dayRef, kind })
  }
  return { day: dayRef.day, revisions, current }
}

type ValueRef = VaultRef & { readonly day: string; readonly kind: Revision['kind'] }

async function valueNow(
  store: Store,
  tenantId: string,
  { kind, ...dayRef }: ValueRef,
): Promise<object | null> {
  const { day } = dayRef
  if (kind === 'performance') return store.performances.find(tenantId, dayRef)
  if (kind === 'daily') {
    const range = { ...dayRef, from: day, to: day }
    const { items } = await store.dailyPoints.page(tenantId, range, { after: null, limit: 1 })
    return items[0] ?? null
  }
  // Newest first: what follows the text after this day begins with this day.
  const { items } = await store.snapshots.page(tenantId, dayRef, { after: `${day}~`, limit: 1 })
  return items[0]?.day === day ? items[0] : null
}
