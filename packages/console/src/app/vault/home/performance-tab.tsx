import { useQuery } from '@tanstack/react-query'
import { InOrder } from '../../part/page.tsx'
import { Failure, Loading } from '../../part/state.tsx'
import { vaultQueries } from '../data/vault-data.ts'
import type { VaultHomeProps } from '../data/vault-tab.ts'
import { PerformanceSection } from '../performance/performance-section.tsx'
import { ReceiptDrawer } from '../receipt/receipt-drawer.tsx'
import { SeriesSeal } from '../receipt/series-seal.tsx'
import { SeriesCard } from './series-card.tsx'
import { useDays } from './use-days.ts'

/** Every day of a vault as a chart, a table and a file, and the parts of its last week's yield. */
export function PerformanceTab({ chain, address }: VaultHomeProps) {
  const vault = { chain, address }
  const snapshot = useQuery(vaultQueries(vault).snapshot)
  const days = useDays(vault)
  const { series, served, checked, week, explain } = days
  const last = series?.at(-1)
  const base = last?.receipt?.inputs.today.base?.symbol ?? snapshot.data?.base_asset ?? ''
  return (
    <>
      <InOrder>
        <Failure
          title="The days cannot be read"
          error={days.days.error}
          retry={() => void days.days.refetch()}
        />
        <SeriesCard days={days} base={base} fileName={`${chain}-${address}-days.csv`} />
        {series?.length ? <SeriesSeal check={days.check} explain={explain} /> : null}
        <Failure
          title="The performance cannot be read"
          error={week.error}
          retry={() => void week.refetch()}
        />
        {served !== null && checked !== null ? (
          <PerformanceSection served={served} checked={checked} explain={() => explain('week')} />
        ) : week.isPending ? (
          <Loading what="the performance" lines={8} />
        ) : null}
      </InOrder>
      <ReceiptDrawer explained={days.explained} close={days.close} />
    </>
  )
}
