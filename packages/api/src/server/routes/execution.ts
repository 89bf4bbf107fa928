import type { ExecutionKey, StoredExecution } from '@vaultwright/store'
import type { Static } from 'typebox'
import Type from 'typebox'
import { defineRoute } from '../../answer/route.ts'
import { executionOf } from '../../present/execution.ts'
import { defaultPageSize, readListing } from '../../request/listing.ts'
import { findVaultPath } from '../../request/vault-path.ts'
import { findVault } from './vault.ts'

/** Everything that was executed for a vault, newest first. Our choice: the interface does not name it. */
export const listExecutions = defineRoute('listExecutions', async (request) => {
  const { caller, context, query } = request
  const vaultRef = findVaultPath(request.params)
  const pageSize = query.page_size ?? defaultPageSize
  const { tenantId } = caller
  const vault = await findVault(context, tenantId, vaultRef)
  const deployment = vault.deployments.find(({ chain }) => chain === vaultRef.chain)!
  const listing = {
    binding: {
      operation: 'listExecutions',
      tenantId,
      asked: [vaultRef.chain, vaultRef.vault, pageSize],
    },
    sortKeySchema: executionKey,
    sortKeyOf: printExecutionKey,
    read: ({ after, limit }: { after: Static<typeof executionKey> | null; limit: number }) =>
      context.store.executions.page(tenantId, vaultRef, {
        after: after && executionKeyFrom(after),
        limit,
      }),
  } as const
  const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
  const data = []
  for (const item of items) {
    data.push(executionOf(item, vaultRef, deployment))
    // A batch may hold hundreds of calls.
    await context.turns.pause(tenantId)
  }
  return { body: { data, page } }
})

/** Block and log index of an execution. */
const executionKey = Type.Tuple([
  Type.String({ pattern: '^[0-9]{1,18}$' }),
  Type.Integer({ minimum: 0 }),
])

function printExecutionKey({ block, logIndex }: StoredExecution): Static<typeof executionKey> {
  return [String(block), logIndex]
}

function executionKeyFrom([block, logIndex]: Static<typeof executionKey>): ExecutionKey {
  return { block: BigInt(block), logIndex }
}
