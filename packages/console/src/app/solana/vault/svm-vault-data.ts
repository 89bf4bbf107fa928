import { useQuery } from '@tanstack/react-query'
import { vaultQueries } from '../../vault/data/vault-data.ts'
import { vaultReadingQuery } from '../evidence/reading-query.ts'

/** All that the home of a vault on Solana shows. */
export type SvmVaultQueries = ReturnType<typeof useSvmVault>

/** The accounts of a vault and what they say. */
export type SvmVaultReading = SvmVaultQueries['reading']

/** Reads all that the home of a vault on Solana shows; each part by itself. */
export function useSvmVault(address: string) {
  const queries = vaultQueries({ chain: 'solana', address })
  return {
    reading: useQuery(vaultReadingQuery(address)),
    days: useQuery(queries.days),
    week: useQuery(queries.week),
  }
}
