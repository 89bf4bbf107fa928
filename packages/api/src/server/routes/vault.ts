import type { Address } from '@vaultwright/base'
import {
  type ListedVault,
  type Store,
  type VaultDescription,
  VaultNotFoundError,
  type VaultOverview,
  type VaultRef,
} from '@vaultwright/store'
import { defineRoute } from '../../answer/route.ts'
import {
  type DeploymentFigures,
  vaultDetailOf,
  vaultSummaryOf,
  vaultWithFiguresOf,
} from '../../present/vault.ts'
import { defaultPageSize, readListing, textSortKey } from '../../request/listing.ts'
import { findVaultPath } from '../../request/vault-path.ts'
import type { ApiContext } from '../../service/context.ts'
import { readSvmFigures } from '../../solana/snapshot.ts'

/** 4.7: the vaults of the tenant. */
export const listVaults = defineRoute('listVaults', async (request) => {
  const { caller, context, query } = request
  const pageSize = query.page_size ?? defaultPageSize
  const listing = {
    binding: { operation: 'listVaults', tenantId: caller.tenantId, asked: [pageSize] },
    sortKeySchema: textSortKey,
    sortKeyOf: addressOf,
    read: context.store.listedVaults.page.bind(null, caller.tenantId),
  } as const
  const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
  return { body: { data: items.map((item) => vaultSummaryOf(item, caller.tenantName)), page } }
})

/** The vaults of the tenant with what they were worth and earned on their last day. */
export const listVaultSummaries = defineRoute('listVaultSummaries', async (request) => {
  const { caller, context, query } = request
  const { store } = context
  const { tenantId } = caller
  const pageSize = query.page_size ?? defaultPageSize
  const listing = {
    binding: { operation: 'listVaultSummaries', tenantId, asked: [pageSize] },
    sortKeySchema: textSortKey,
    sortKeyOf: addressOf,
    read: store.listedVaults.page.bind(null, tenantId),
  } as const
  const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
  const evm = items.flatMap(({ kind, vault }) => (kind === 'evm' ? [vault.address] : []))
  const figuresOf = await readFigures(store, tenantId, evm)
  const entries = items.map(async ({ kind, vault }) => {
    const figures = kind === 'evm' ? figuresOf(vault) : [await readSvmFigures({ store, vault })]
    return vaultWithFiguresOf(vault, caller.tenantName, figures)
  })
  return { body: { data: await Promise.all(entries), page } }
})

const addressOf = ({ vault }: ListedVault): string => vault.address

/** Reads the figures of many vaults, in one question of each kind. */
async function readFigures(
  store: Store,
  tenantId: string,
  addresses: readonly Address[],
): Promise<(vault: VaultOverview) => readonly DeploymentFigures[]> {
  const [days, treeless, heads] = await Promise.all([
    store.latestDays.list(tenantId, addresses),
    store.latestDays.treelessRoots(tenantId, addresses),
    store.heads.list(),
  ])
  const keyOf = ({ chain, vault }: VaultRef) => `${chain} ${vault}`
  const latest = new Map(days.map((day) => [keyOf(day), day]))
  const roots = new Map(treeless.map((count) => [keyOf(count), count]))
  const headTimes = new Map(heads.map((head) => [head.chain, head.atUnix]))
  return ({ address, deployments }) =>
    deployments.map(({ chain }) => {
      const key = keyOf({ chain, vault: address })
      return {
        chain,
        latest: latest.get(key) ?? null,
        headUnix: headTimes.get(chain) ?? null,
        treelessRoots: roots.get(key) ?? { roots: 0, activeRoots: 0 },
      }
    })
}

/** 4.15: one vault with its deployments. */
export const getVault = defineRoute('getVault', async (request) => {
  const { caller, context } = request
  const vaultRef = findVaultPath(request.params)
  const vault = await findVault(context, caller.tenantId, vaultRef)
  return { body: { data: vaultDetailOf(vault, caller.tenantName) } }
})

/**
 * Refuses a vault that a tenant does not have, without reading it.
 *
 * @throws {VaultNotFoundError} when there is none, or when it is another tenant's.
 */
export async function assertVault(
  { store }: Pick<ApiContext, 'store'>,
  tenantId: string,
  vaultRef: VaultRef,
): Promise<void> {
  if (!(await store.vaults.has(tenantId, vaultRef))) throw new VaultNotFoundError(vaultRef)
}

/**
 * Finds a vault of a tenant.
 *
 * @throws {VaultNotFoundError} when there is none, or when it is another tenant's.
 */
export async function findVault(
  context: ApiContext,
  tenantId: string,
  vaultRef: VaultRef,
): Promise<VaultDescription> {
  const vault = await context.store.vaults.describe(tenantId, vaultRef)
  if (vault === null) throw new VaultNotFoundError(vaultRef)
  return vault
}
