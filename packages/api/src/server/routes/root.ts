import type { Address, Hex } from '@vaultwright/base'
import { RootProofMissingError, readRootProof } from '@vaultwright/chain'
import type { RootChange, RootChangeKey, RootEntry, RootSortKey } from '@vaultwright/store'
import type { Static } from 'typebox'
import Type from 'typebox'
import { defineRoute } from '../../answer/route.ts'
import { rootChangeOf, rootEntryOf, rootProofOf } from '../../present/root.ts'
import { defaultPageSize, readListing } from '../../request/listing.ts'
import { findVaultPath, readAddress } from '../../request/vault-path.ts'
import { assertVault, findVault } from './vault.ts'

/** 4.10: the roots that are or were on the vault's Manager. */
export const listRoots = defineRoute('listRoots', async (request) => {
  const { caller, context, query } = request
  const vaultRef = findVaultPath(request.params)
  const pageSize = query.page_size ?? defaultPageSize
  const { tenantId } = caller
  const key = [vaultRef.chain, vaultRef.vault, pageSize] as const
  await assertVault(context, tenantId, vaultRef)
  const listing = {
    binding: { operation: 'listRoots', tenantId, asked: key },
    sortKeySchema: rootSortKey,
    sortKeyOf: printRootSortKey,
    read: ({ after, limit }: { after: Static<typeof rootSortKey> | null; limit: number }) =>
      context.store.roots.page(tenantId, vaultRef, {
        after: after && rootSortKeyFrom(after),
        limit,
      }),
  } as const
  const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
  return { body: { data: items.map(rootEntryOf), page } }
})

/** The roots whose tree was pushed and that are not on the vault's Manager. */
export const listPendingRoots = defineRoute('listPendingRoots', async (request) => {
  const { caller, context } = request
  const vaultRef = findVaultPath(request.params)
  const { tenantId } = caller
  await assertVault(context, tenantId, vaultRef)
  const roots = await context.store.roots.pending(tenantId, vaultRef)
  const states = await Promise.all(
    roots.map(({ root }) => context.store.roots.stateOf(tenantId, root)),
  )
  // A root that waits here may be on another Manager, or there for another strategist, already.
  const linkOf = (root: Hex, index: number) =>
    states[index] === 'pending' ? `/trees/${root}/pending` : `/trees/${root}`
  const data = roots.map((entry, index) => ({
    ...rootEntryOf(entry),
    links: { tree: linkOf(entry.root, index) },
  }))
  return { body: { data } }
})

/** Every setting of a root on the vault's Manager, oldest first. */
export const listRootChanges = defineRoute('listRootChanges', async (request) => {
  const { caller, context, query } = request
  const vaultRef = findVaultPath(request.params)
  const pageSize = query.page_size ?? defaultPageSize
  const { tenantId } = caller
  const key = [vaultRef.chain, vaultRef.vault, pageSize] as const
  await assertVault(context, tenantId, vaultRef)
  const listing = {
    binding: { operation: 'listRootChanges', tenantId, asked: key },
    sortKeySchema: rootChangeKey,
    sortKeyOf: printRootChangeKey,
    read: ({ after, limit }: { after: Static<typeof rootChangeKey> | null; limit: number }) =>
      context.store.roots.changes(tenantId, vaultRef, {
        after: after && rootChangeKeyFrom(after),
        limit,
      }),
  } as const
  const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
  return { body: { data: items.map(rootChangeOf), page } }
})

/** The root that the Manager holds for a strategist now, with the bytes that prove it. */
export const getRootProof = defineRoute('getRootProof', async ({ params, caller, context }) => {
  const vaultRef = findVaultPath(params)
  const strategist = readAddress(params.strategist_address, ['path', 'strategist_address'])
  const vault = await findVault(context, caller.tenantId, vaultRef)
  const { manager } = vault.deployments.find(({ chain }) => chain === vaultRef.chain)!
  const access = context.chains.of(vaultRef.chain)
  if (access === null) throw new RootProofMissingError('no node is configured for the chain')
  await context.turns.next(caller.tenantId)
  const chain = await access.open()
  const block = await chain.readBlock('latest')
  const proof = await readRootProof(chain, { manager, strategist, block })
  const { slug, chainId } = access
  return { body: { data: rootProofOf({ ...proof, chain: slug, chainId, manager, strategist }) } }
})

/** A place as a cursor holds it: JSON knows no whole number of a block's size. */
const rootSortKey = Type.Tuple([
  Type.Boolean(),
  Type.Union([Type.String({ pattern: '^[0-9]{1,18}$' }), Type.Null()]),
  Type.Unsafe<Hex>(Type.String()),
  Type.Unsafe<Address>(Type.String()),
])

/** Block and log index of a change. */
const rootChangeKey = Type.Tuple([
  Type.String({ pattern: '^[0-9]{1,18}$' }),
  Type.Integer({ minimum: 0 }),
])

function printRootSortKey(entry: RootEntry): Static<typeof rootSortKey> {
  const { isActive, setBlock, root, strategist } = entry
  return [isActive, setBlock === null ? null : String(setBlock), root, strategist]
}

function rootSortKeyFrom([isActive, block, root, strategist]: Static<
  typeof rootSortKey
>): RootSortKey {
  return { isActive, setBlock: block === null ? null : BigInt(block), root, strategist }
}

function printRootChangeKey({ block, logIndex }: RootChange): Static<typeof rootChangeKey> {
  return [String(block), logIndex]
}

function rootChangeKeyFrom([block, logIndex]: Static<typeof rootChangeKey>): RootChangeKey {
  return { block: BigInt(block), logIndex }
}
