import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../part/band/icon.tsx'
import { ProvenanceLegend } from '../../part/band/provenance.tsx'
import { Choice } from '../../part/choice.tsx'
import part from '../../part/part.module.css'
import { Failure } from '../../part/state.tsx'
import { vaultQueries } from '../data/vault-data.ts'
import type { VaultHomeProps } from '../data/vault-tab.ts'
import { HoldingSection } from '../holding/holding-section.tsx'
import { ReceiptDrawer } from '../receipt/receipt-drawer.tsx'
import { SeriesSeal } from '../receipt/series-seal.tsx'
import { lastDaysOf } from '../series/series.ts'
import { type Span, spans } from '../series/vault-search.ts'
import { AttentionCard } from './attention-card.tsx'
import { FigureRow } from './figure-row.tsx'
import { SeriesBody } from './series-card.tsx'
import { useAttention } from './use-attention.ts'
import { useDays } from './use-days.ts'
import { useHoldingTable } from './use-holding-table.ts'
import styles from './vault.module.css'

/** A vault at one look: its figures, its price, what needs attention, and where its assets are. */
export function OverviewTab({ chain, address, detail }: VaultHomeProps) {
  const vault = { chain, address }
  const snapshot = useQuery(vaultQueries(vault).snapshot)
  const days = useDays(vault)
  const { series, search, change, explain } = days
  const base = snapshot.data?.base_asset ?? days.series?.at(-1)?.receipt?.inputs.today.base?.symbol
  const holdings = useHoldingTable(snapshot, days)
  const attention = useAttention({ ...vault, detail, snapshot, days })
  const { span = 'all' } = search
  return (
    <>
      <Failure
        title="The days cannot be read"
        error={days.days.error}
        retry={() => void days.days.refetch()}
      />
      <FigureRow days={days} snapshot={snapshot} base={base ?? ''} />
      <div className={styles.split}>
        <AttentionCard
          {...attention}
          where={vault}
          looksAt="its roots, their risks, its days, its net assets, its allowances, the queues of its Safes or its index"
        />
        <section className={`sheet ${part.card}`} aria-label="Share price">
          <header className={part.sectionHead}>
            <h2>Share price</h2>
            <Choice<Span>
              name="Span"
              options={spans}
              chosen={span}
              choose={(next) => change({ ...search, span: next })}
            />
          </header>
          <SeriesBody
            days={series === null ? null : lastDaysOf(series, span)}
            measure="price"
            base={base ?? ''}
            explain={explain}
            isBrief
          />
          <footer className={styles.cardFoot}>
            {series?.length === 0 ? null : <SeriesSeal check={days.check} explain={explain} />}
            <Link to="/vaults/$chain/$address/$tab" params={{ ...vault, tab: 'performance' }}>
              Table and CSV <Icon name="next" size={12} />
            </Link>
          </footer>
        </section>
      </div>
      <HoldingSection state={holdings} base={base ?? ''} retry={() => void snapshot.refetch()} />
      <ProvenanceLegend />
      <ReceiptDrawer explained={days.explained} close={days.close} />
    </>
  )
}
