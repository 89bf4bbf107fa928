import { useQuery } from '@tanstack/react-query'
import { gather } from '../../part/gather.ts'
import { sessionClient } from '../../session/session-client.ts'
import { vaultReadingQuery } from '../evidence/reading-query.ts'

const chain = 'solana'

/** All that the page of a vault on Solana shows. */
export type SvmVaultQueries = ReturnType<typeof useSvmVault>

/** The accounts of a vault and what they say. */
export type SvmVaultReading = SvmVaultQueries['reading']

/** Reads all that the page of a vault on Solana shows; each part by itself. */
export function useSvmVault(address: string) {
  const client = sessionClient()
  const vault = { chain, vault_address: address }
  const detail = useQuery({
    queryKey: ['vault', chain, address],
    queryFn: async () => (await client.getVault(vault)).data,
  })
  const reading = useQuery(vaultReadingQuery(address))
  const days = useQuery({
    queryKey: ['days', chain, address],
    queryFn: () => gather(client.dailyData({ ...vault, page_size: 100, explain: true })),
  })
  const week = useQuery({
    queryKey: ['performance', chain, address],
    queryFn: async () => {
      try {
        return (await client.getPerformance({ ...vault, explain: true })).data
      } catch (error) {
        // A vault of today has no week behind it.
        if (Object(error).reason === 'performance_not_found') return null
        throw error
      }
    },
  })
  return { detail, reading, days, week }
}
