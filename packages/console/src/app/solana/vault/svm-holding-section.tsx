import { useQuery } from '@tanstack/react-query'
import type { LoadedQuery } from '../../part/state.tsx'
import { HoldingSection } from '../../vault/holding/holding-section.tsx'
import type { HoldingReading, HoldingTable } from '../../vault/holding/holding-table.ts'
import type { SvmVaultQueries } from './svm-vault-data.ts'

/** Positions of the vault at the end of its last day, each worth computed in this page. */
export function SvmHoldingSection({ days, reading }: Pick<SvmVaultQueries, 'days' | 'reading'>) {
  const place = reading.data?.definition ?? null
  const last = days.data?.at(-1)
  const table = useQuery({
    queryKey: ['svm-holdings', place?.vault, days.dataUpdatedAt],
    enabled: place !== null && last !== undefined,
    queryFn: async () => (await import('./check-day.ts')).svmHoldingTableOf(last!, place!),
  })
  if (days.isError || reading.isError || (days.data !== undefined && last === undefined))
    return null
  return (
    <HoldingSection
      state={stateOf(table, last?.as_of ?? '')}
      base={baseOf(reading)}
      retry={() => void table.refetch()}
      source="the bytes of the accounts that were read at its end, and the day that is served says the same"
    />
  )
}

function stateOf(
  { data, error }: Pick<LoadedQuery<HoldingTable | null>, 'data' | 'error'>,
  asOf: string,
): HoldingReading {
  if (data === undefined) return error === null ? { kind: 'reading' } : { kind: 'failed', error }
  return data === null ? { kind: 'none' } : { kind: 'read', table: data, day: asOf.slice(0, 10) }
}

/** The base asset's name in the definition; its mint where it has none. */
function baseOf({ data }: SvmVaultQueries['reading']): string {
  if (data === undefined) return ''
  const { baseAsset } = data.facts.state
  return data.definition.tokens.find(({ mint }) => mint === baseAsset)?.symbol ?? baseAsset
}
