import { queryOptions } from '@tanstack/react-query'
import { sessionClient } from '../../session/session-client.ts'

/** Vaults that a page lists at most. */
export const mostVaults = 1_000

/** The question for the tenant's vaults with their figures, by address; `isCut` if there are more than `mostVaults`. */
export const vaultListQuery = queryOptions({
  queryKey: ['vault-summaries'],
  queryFn: async () => {
    const vaults: Summaries = []
    for await (const vault of sessionClient().vaultSummaries({ page_size: 100 })) {
      if (vaults.length === mostVaults) return { vaults, isCut: true }
      vaults.push(vault)
    }
    return { vaults, isCut: false }
  },
})

type Summaries = Awaited<
  ReturnType<ReturnType<typeof sessionClient>['listVaultSummaries']>
>['data'][number][]
