import { useQuery } from '@tanstack/react-query'
import { Section } from '../../part/page.tsx'
import { Empty, Failure, Loading } from '../../part/state.tsx'
import { HoldingSection } from '../../vault/holding/holding-section.tsx'
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
  if (table.data && last !== undefined)
    return (
      <HoldingSection
        table={table.data}
        base={baseOf(reading)}
        day={last.as_of.slice(0, 10)}
        source="the bytes of the accounts that were read at its end, and the day that is served says the same"
      />
    )
  return (
    <Section title="Positions">
      {table.isError ? (
        <Failure title="The positions cannot be computed" error={table.error} />
      ) : table.data === null ? (
        <Empty>What the vault holds was not read on its last day.</Empty>
      ) : (
        <Loading what="the positions" />
      )}
    </Section>
  )
}

/** The base asset's name in the definition; its mint where it has none. */
function baseOf({ data }: SvmVaultQueries['reading']): string {
  if (data === undefined) return ''
  const { baseAsset } = data.facts.state
  return data.definition.tokens.find(({ mint }) => mint === baseAsset)?.symbol ?? baseAsset
}
