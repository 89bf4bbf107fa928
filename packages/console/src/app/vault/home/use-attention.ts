import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import type { VaultAddress } from '@vaultwright/check'
import type { MetricsSnapshot, VaultDetail } from '@vaultwright/wire'
import { type RootRisk, rootRiskQuery, vaultQueries } from '../data/vault-data.ts'
import { vaultWaitingQuery } from '../data/vault-waiting.ts'
import { statusOf } from '../health/health-line.ts'
import { type RootLine, rootLinesOf } from '../root-line/root-line.ts'
import { type AttentionItem, attentionOf } from './attention.ts'
import type { VaultDays } from './use-days.ts'

/** The things that need attention, and whether something is still being read. */
export type Attention = { readonly items: readonly AttentionItem[]; readonly isReading: boolean }

/** Reads the roots of a vault by strategist, the newest first; undefined until both lists are there. */
export function useRootLines(vault: VaultAddress, detail: VaultDetail) {
  const queries = vaultQueries(vault)
  const roots = useQuery(queries.roots)
  const pending = useQuery(queries.pending)
  const lines =
    roots.data === undefined || pending.data === undefined
      ? undefined
      : rootLinesOf(
          roots.data,
          pending.data,
          detail.deployments.filter(({ chain }) => chain === vault.chain),
        )
  const refetch = () => void Promise.all([roots.refetch(), pending.refetch()])
  const error = roots.error ?? pending.error
  return { data: lines, isError: error !== null, error, refetch }
}

/** Reads the ways out of roots, by root in lower case. */
export function useRootRisks(roots: readonly string[]) {
  const distinct = [...new Set(roots.map((root) => root.toLowerCase()))]
  return useQueries({
    queries: distinct.map(rootRiskQuery),
    combine: (results) => ({
      risks: new Map<string, RootRisk>(
        results.flatMap(({ data }, index) =>
          data === undefined ? [] : [[distinct[index]!, data] as const],
        ),
      ),
      isReading: results.some(({ isPending }) => isPending),
      isError: results.some(({ isError }) => isError),
    }),
  })
}

/** The roots whose ways out matter now: those in force, and those that wait, with a stored tree. */
export function rootsThatMatter(lines: readonly RootLine[]): readonly string[] {
  return lines
    .flatMap(({ steps }) => steps)
    .filter(
      ({ state, leafCount }) => leafCount !== null && (state === 'active' || state === 'pending'),
    )
    .map(({ root }) => root)
}

/** Gathers what needs attention of a vault on a chain of the EVM. */
export function useAttention(
  props: VaultAddress & {
    readonly detail: VaultDetail
    readonly snapshot: UseQueryResult<MetricsSnapshot | null>
    readonly days: VaultDays
  },
): Attention {
  const { detail, snapshot, days } = props
  const index = useQuery(vaultQueries(props).index)
  const waiting = useQuery(vaultWaitingQuery(props))
  const lines = useRootLines(props, detail)
  const { risks, isReading, isError } = useRootRisks(rootsThatMatter(lines.data ?? []))
  const failures = [
    ['roots', lines.isError],
    ['risk of a root', isError],
    ['last snapshot', snapshot.isError],
    ['state of the index', index.isError],
    ['list of days', days.days.isError],
    ['queue of a Safe', waiting.isError],
  ] as const
  return {
    items: attentionOf({
      status: detail.status,
      lines: lines.data ?? [],
      risks,
      snapshot: snapshot.data ?? null,
      index: index.data === undefined ? null : statusOf(index.data.data, props),
      check: days.check,
      waiting: waiting.data ?? [],
      failures: failures.filter(([, isOpen]) => isOpen).map(([what]) => what),
    }),
    isReading:
      isReading ||
      (lines.data === undefined && !lines.isError) ||
      snapshot.isPending ||
      index.isPending ||
      waiting.isPending ||
      (days.check === null && !days.days.isError),
  }
}
