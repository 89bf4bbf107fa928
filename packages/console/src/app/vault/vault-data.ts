import { useQuery } from '@tanstack/react-query'
import type { VaultAddress } from '@vaultwright/check'
import { seriesOf } from '@vaultwright/check'
import { useMemo } from 'react'
import { gather } from '../part/gather.ts'
import { sessionClient } from '../session/session-client.ts'

/** Reads all that the page of a vault shows; each part by itself, so that one that fails hides no other. */
export function useVaultData({ chain, address }: VaultAddress) {
  const client = sessionClient()
  const vault = { chain, vault_address: address }
  const key = [chain, address.toLowerCase()] as const
  const detail = useQuery({
    queryKey: ['vault', ...key],
    queryFn: () => client.getVault(vault),
  })
  const snapshot = useQuery({
    queryKey: ['snapshot', ...key],
    queryFn: () => orNull(client.getLatestSnapshot(vault), 'snapshot_not_found'),
  })
  const week = useQuery({
    queryKey: ['performance', ...key],
    queryFn: () =>
      orNull(client.getPerformance({ ...vault, explain: true }), 'performance_not_found'),
  })
  const roots = useQuery({
    queryKey: ['roots', ...key],
    queryFn: () => gather(client.roots({ ...vault, page_size: 100 })),
  })
  const pending = useQuery({
    queryKey: ['pending-roots', ...key],
    queryFn: async () => (await client.listPendingRoots(vault)).data,
  })
  const days = useQuery({
    queryKey: ['days', ...key],
    queryFn: () => gather(client.dailyData({ ...vault, page_size: 100, explain: true })),
  })
  const series = useMemo(() => (days.data === undefined ? null : seriesOf(days.data)), [days.data])
  return { detail, snapshot, week, roots, pending, days, series }
}

/** An answer that is not there yet is null: a vault of today has no week behind it. */
async function orNull<Answer>(answer: Promise<Answer>, code: string): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    if (Object(error).reason === code) return null
    throw error
  }
}
