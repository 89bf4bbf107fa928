import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Address } from '@vaultwright/base'
import type { VaultAddress } from '@vaultwright/check'
import type { Client } from '@vaultwright/client'
import { chainOf } from '@vaultwright/registry'
import {
  type BuildRef,
  NoActiveRootError,
  readActingStrategist,
} from '../../action/verify/build-place.ts'
import { treesQuery } from '../../action/verify/trees-query.ts'
import { sessionClient } from '../../session/session-client.ts'
import type { VaultAnswers } from './open-queue.ts'

/** A Safe that is a strategist of a vault. */
export type SafeOfVault = VaultAddress & { readonly safe: string }

/** The question what waits in the queue of a Safe: everything is judged in this page. */
export function safeQueueQuery({ chain, address, safe }: SafeOfVault) {
  return queryOptions({
    queryKey: ['safe-queue', chain, address.toLowerCase(), safe.toLowerCase()],
    queryFn: async ({ client: queries }) => {
      const client = sessionClient()
      const request = { chain, safe }
      const [{ data: queue }, account, { openSafeQueue }] = await Promise.all([
        client.getSafeQueue(request),
        client.getSafeAccount(request),
        import('./open-queue.ts'),
      ])
      // The service says where to look: whether a batch is of the vault, its Manager tells.
      const judging = queue.entries.map((entry) => entry.vault_address)
      const [, ...further] = new Set([queue.vault_address, ...judging])
      const read = (vault: string) => readVault(queries, { chain, vault, strategist: safe })
      const vaults = [
        await read(queue.vault_address),
        ...(await Promise.all(further.map(read))),
      ] as const
      const chainId = chainOf(chain)?.id ?? queue.account.chain_id
      const answers = { queue, account: account.data, vaults }
      return openSafeQueue(answers, { safe: safe as Address, chainId })
    },
    // The service reads the chain with each question.
    staleTime: 10_000,
    retry: false,
  })
}

/** Reads what batches of a vault are held against. */
async function readVault(queries: QueryClient, ref: BuildRef): Promise<VaultAnswers> {
  const client = sessionClient()
  const { chain, vault: vault_address } = ref
  const vault = vault_address as Address
  const place = await readActingStrategist(client, ref).catch(nullWithoutRoot)
  if (place === null) {
    const { deployments } = (await client.getVault({ chain, vault_address })).data
    const deployment = deployments.find((each) => each.chain === chain)
    const manager = (deployment?.manager ?? null) as Address | null
    return { vault, manager, place, trees: null, rootProof: null }
  }
  const [trees, rootProof] = await Promise.all([
    queries.ensureQueryData(treesQuery(place)),
    readRootProof(client, ref),
  ])
  return { vault, manager: place.manager, place, trees, rootProof }
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
      const request = { chain, safe, safe_tx_hash: hash }
      return (await sessionClient().getSafeTransaction(request)).data.statement
    },
    retry: false,
  })
}

/** A node may have no proofs: the root is then the tree's, and said to be. */
async function readRootProof(
  client: Client,
  { chain, vault, strategist }: BuildRef,
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
