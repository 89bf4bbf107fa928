import { queryOptions } from '@tanstack/react-query'
import type { Address } from '@vaultwright/base'
import type { VaultAddress } from '@vaultwright/check'
import type { Client } from '@vaultwright/client'
import { chainOf } from '@vaultwright/registry'
import { NoActiveRootError, readActingStrategist } from '../../action/verify/build-place.ts'
import { treesQuery } from '../../action/verify/trees-query.ts'
import { sessionClient } from '../../session/session-client.ts'

/** A Safe that is a strategist of a vault. */
export type SafeOfVault = VaultAddress & { readonly safe: string }

/** The question what waits in the queue of a Safe: everything is judged in this page. */
export function safeQueueQuery({ chain, address, safe }: SafeOfVault) {
  return queryOptions({
    queryKey: ['safe-queue', chain, address.toLowerCase(), safe.toLowerCase()],
    queryFn: async ({ client: queries }) => {
      const client = sessionClient()
      const request = { chain, safe }
      const ref = { chain, vault: address, strategist: safe }
      const [queue, account, place] = await Promise.all([
        client.getSafeQueue({ ...request, vault_address: address }),
        client.getSafeAccount(request),
        readActingStrategist(client, ref).catch(nullWithoutRoot),
      ])
      const [trees, rootProof, { openSafeQueue }] = await Promise.all([
        place === null ? null : queries.ensureQueryData(treesQuery(place)),
        place === null ? null : readRootProof(client, ref),
        import('./open-queue.ts'),
      ])
      const answers = { queue: queue.data, account: account.data, place, trees, rootProof }
      const chainId = chainOf(chain)?.id ?? queue.data.account.chain_id
      const names = { safe: safe as Address, chainId, vault: address as Address }
      return openSafeQueue(answers, names)
    },
    // The service reads the chain with each question.
    staleTime: 10_000,
    retry: false,
  })
}

/** The question what a transaction did, beside what was stated of it. */
export function safeExecutionQuery({ chain, safe }: Omit<SafeOfVault, 'address'>, hash: string) {
  return queryOptions({
    queryKey: ['safe-execution', chain, safe.toLowerCase(), hash],
    queryFn: async () =>
      (await sessionClient().getSafeExecution({ chain, safe, safe_tx_hash: hash })).data,
    retry: false,
  })
}

/** The question which bounds were stated of a transaction; null where none were. */
export function safeStatementQuery({ chain, address, safe }: SafeOfVault, hash: string) {
  return queryOptions({
    queryKey: ['safe-statement', chain, address.toLowerCase(), safe.toLowerCase(), hash],
    queryFn: async () => {
      const request = { chain, safe, safe_tx_hash: hash, vault_address: address }
      return (await sessionClient().getSafeTransaction(request)).data.statement
    },
    retry: false,
  })
}

/** A node may have no proofs: the root is then the tree's, and said to be. */
async function readRootProof(
  client: Client,
  {
    chain,
    vault,
    strategist,
  }: { readonly chain: string; readonly vault: string; readonly strategist: string },
): Promise<string | null> {
  try {
    const request = { chain, vault_address: vault, strategist_address: strategist }
    return JSON.stringify(await client.getRootProof(request))
  } catch {
    return null
  }
}

function nullWithoutRoot(error: unknown): null {
  if (error instanceof NoActiveRootError) return null
  throw error
}
