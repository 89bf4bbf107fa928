import { useQueries, useQuery } from '@tanstack/react-query'
import type { VaultAddress } from '@vaultwright/check'
import { rootRiskQuery, vaultQueries } from '../data/vault-data.ts'
import type { TabCounts } from '../data/vault-tab.ts'
import { vaultWaitingQuery } from '../data/vault-waiting.ts'
import { strategistsOn } from '../head/strategist-list.ts'

/** Counts what stands beside the tabs, of answers that this page has already: nothing is asked for it. */
export function useTabCounts({ chain, address }: VaultAddress): TabCounts {
  const queries = vaultQueries({ chain, address })
  const detail = useQuery({ ...queries.detail, enabled: false }).data
  const roots = useQuery({ ...queries.roots, enabled: false }).data
  const pending = useQuery({ ...queries.pending, enabled: false }).data
  const waiting = useQuery({ ...vaultWaitingQuery({ chain, address }), enabled: false }).data
  const answers = waiting?.flatMap((queue) => queue.answers) ?? []
  const inForce = [
    ...new Set(roots?.filter(({ active }) => active).map(({ root_hash }) => root_hash)),
  ]
  const risks = useQueries({
    queries: inForce.map((root) => ({ ...rootRiskQuery(root), enabled: false })),
  })
  const dangers = risks.filter(({ data }) => data && data.counts.critical + data.counts.high > 0)
  return {
    ...(detail === undefined
      ? {}
      : { strategists: { count: strategistsOn(detail, chain).length } }),
    ...(pending === undefined ? {} : { permissions: { count: pending.length, tone: 'look' } }),
    ...(waiting === undefined
      ? {}
      : { queue: { count: answers.length, tone: answers.includes('no') ? 'bad' : 'look' } }),
    risk: { count: dangers.length, tone: 'bad' },
  }
}
