import { queryOptions } from '@tanstack/react-query'
import type { VaultAddress } from '@vaultwright/check'
import type { TreeRiskData } from '@vaultwright/wire'
import { gather } from '../../part/gather.ts'
import { sessionClient } from '../../session/session-client.ts'

/** The questions about a vault, each by itself, so that one that fails hides no other answer. */
export function vaultQueries({ chain, address }: VaultAddress) {
  const vault = { chain, vault_address: address }
  const key = [chain, chain === 'solana' ? address : address.toLowerCase()] as const
  return {
    detail: queryOptions({
      queryKey: ['vault', ...key],
      queryFn: async () => (await sessionClient().getVault(vault)).data,
    }),
    snapshot: queryOptions({
      queryKey: ['snapshot', ...key],
      queryFn: async () =>
        (await orNull(sessionClient().getLatestSnapshot(vault), 'snapshot_not_found'))?.data ??
        null,
    }),
    week: queryOptions({
      queryKey: ['performance', ...key],
      queryFn: async () =>
        (
          await orNull(
            sessionClient().getPerformance({ ...vault, explain: true }),
            'performance_not_found',
          )
        )?.data ?? null,
    }),
    roots: queryOptions({
      queryKey: ['roots', ...key],
      queryFn: () => gather(sessionClient().roots({ ...vault, page_size: 100 })),
    }),
    pending: queryOptions({
      queryKey: ['pending-roots', ...key],
      queryFn: async () => (await sessionClient().listPendingRoots(vault)).data,
    }),
    days: queryOptions({
      queryKey: ['days', ...key],
      queryFn: () => gather(sessionClient().dailyData({ ...vault, page_size: 100, explain: true })),
    }),
    index: queryOptions({
      queryKey: ['index-status', ...key],
      queryFn: () => sessionClient().getIndexStatus(vault),
    }),
  }
}

/** The ways out of a tree by severity, and the worst in words: the service's word. */
export type RootRisk = Pick<TreeRiskData, 'counts'> & { readonly worst: string | null }

/** The question what a stolen key could do with a root; its answer never changes. */
export function rootRiskQuery(root: string) {
  return queryOptions({
    queryKey: ['tree-risk', root.toLowerCase()],
    queryFn: async (): Promise<RootRisk> => {
      const { counts, risks } = (await sessionClient().getTreeRisk({ root_hash: root })).data
      const worst = risks.find(({ severity }) => severity === 'critical' || severity === 'high')
      return { counts, worst: worst?.sentence ?? null }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** An answer that is not there yet is null: a vault of today has no week behind it. */
export async function orNull<Answer>(
  answer: Promise<Answer>,
  code: string,
): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    if (Object(error).reason === code) return null
    throw error
  }
}
