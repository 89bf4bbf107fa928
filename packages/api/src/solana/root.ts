import { RootProofMissingError } from '@vaultwright/chain'
import Type from 'typebox'
import { defineRoute, type RouteRequest } from '../answer/route.ts'
import { defaultPageSize, readListing } from '../request/listing.ts'
import { solana } from '../request/vault-path.ts'
import { findSvmVault } from './vault.ts'

/** No root: the permissions of a vault of Solana stand in digest accounts. */
export const listRoots = defineRoute('listRoots', (request) => emptyList(request, 'listRoots'))

/** Lists no changes: a vault of Solana has no root. */
export const listRootChanges = defineRoute('listRootChanges', (request) =>
  emptyList(request, 'listRootChanges'),
)

/** Lists no executions: a vault of Solana has no Manager. */
export const listExecutions = defineRoute('listExecutions', (request) =>
  emptyList(request, 'listExecutions'),
)

/** No revision: a reading is never replaced, and its values are computed from it each time. */
export const listRevisions = defineRoute('listRevisions', (request) =>
  emptyList(request, 'listRevisions'),
)

/** Lists no pending roots: a vault of Solana has no root. */
export const listPendingRoots = defineRoute('listPendingRoots', async (request) => {
  const { params, caller, context } = request
  await findSvmVault(context, caller.tenantId, params)
  return { body: { data: [] } }
})

/** Refuses a proof: a vault of Solana has no root. */
export const getRootProof = defineRoute('getRootProof', async ({ params, caller, context }) => {
  await findSvmVault(context, caller.tenantId, params)
  throw new RootProofMissingError('a vault of Solana has no Manager and no root')
})

async function emptyList(
  {
    params,
    caller,
    context,
    query,
  }: Pick<RouteRequest<'listRoots'>, 'params' | 'caller' | 'context' | 'query'>,
  operation: 'listRoots' | 'listRootChanges' | 'listExecutions' | 'listRevisions',
) {
  const vault = await findSvmVault(context, caller.tenantId, params)
  const { cursor, page_size: pageSize = defaultPageSize } = query
  const values = [solana, vault.address, pageSize]
  const listing = {
    binding: { operation, tenantId: caller.tenantId, asked: values },
    sortKeySchema: Type.Never(),
    sortKeyOf: (item: never) => item,
    read: async () => ({ items: [], hasMore: false }),
  } as const
  const { page } = await readListing(listing, { cursor, pageSize })
  return { body: { data: [], page } }
}
