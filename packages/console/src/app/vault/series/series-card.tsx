import { CatchBoundary } from '@tanstack/react-router'
import type { SeriesDay } from '@vaultwright/check'
import { lazy, Suspense } from 'react'
import { Button } from '../../part/button.tsx'
import { Choice } from '../../part/choice.tsx'
import { Section } from '../../part/page.tsx'
import { Empty, Loading } from '../../part/state.tsx'
import { Verdict } from '../../part/verdict.tsx'
import { DayTable } from './day-table.tsx'
import styles from './series.module.css'
import { gapsOf, lastDaysOf } from './series.ts'
import { type Measure, measures, type Span, spans, type VaultSearch } from './vault-search.ts'

const SeriesChart = lazy(() =>
  import('./series-chart.tsx').then((module) => ({ default: module.SeriesChart })),
)

/** A series as a chart and as a table; each value leads to its receipt. */
export function SeriesCard(props: {
  readonly series: readonly SeriesDay[] | null
  readonly base: string
  readonly search: VaultSearch
  readonly change: (search: VaultSearch) => void
  readonly explain: (day: string) => void
}) {
  const { series, base, search, change, explain } = props
  const { show = 'price', span = 'all', as } = search
  const days = series === null ? null : lastDaysOf(series, span)
  return (
    <Section
      title={measures[show]}
      actions={
        <>
          <Choice<Measure>
            name="Series"
            options={measures}
            chosen={show}
            choose={(next) => change({ ...search, show: next })}
          />
          <Choice<Span>
            name="Span"
            options={spans}
            chosen={span}
            choose={(next) => change({ ...search, span: next })}
          />
          <Button
            aria-pressed={as === 'table'}
            onClick={() => {
              const { as: _, ...searchFields } = search
              change(as === 'table' ? searchFields : { ...searchFields, as: 'table' })
            }}
          >
            Table
          </Button>
        </>
      }
    >
      {days === null ? (
        <div className={styles.wait}>
          <Loading what="the days" />
        </div>
      ) : days.length === 0 ? (
        <Empty>
          No day is indexed yet. <code>vaultwright index run</code> reads the days of the vault.
        </Empty>
      ) : (
        <>
          <SeriesBody
            days={days}
            measure={show}
            base={base}
            explain={explain}
            isTable={as === 'table'}
          />
          <p className={styles.soft}>
            {days.length} days of the calendar, {gapsOf(days)} without a value. Stated by the
            server; the 7-day APY is computed in this page from the receipts of both days.
          </p>
        </>
      )}
    </Section>
  )
}

function SeriesBody(props: {
  readonly days: readonly SeriesDay[]
  readonly measure: Measure
  readonly base: string
  readonly explain: (day: string) => void
  readonly isTable: boolean
}) {
  const { days, measure, base, explain, isTable } = props
  const table = <DayTable days={days} base={base} explain={explain} />
  if (isTable) return table
  // The chart's library fails where the browser's language is not a valid tag: the table stays.
  return (
    <CatchBoundary
      getResetKey={() => measure}
      errorComponent={() => (
        <>
          <Verdict tone="look" title="This browser cannot draw the chart">
            <p>The table has the same days.</p>
          </Verdict>
          {table}
        </>
      )}
    >
      <Suspense fallback={<div className={styles.wait}>Loading the chart…</div>}>
        <div className={styles.card}>
          <SeriesChart days={days} measure={measure} base={base} explain={explain} />
        </div>
      </Suspense>
    </CatchBoundary>
  )
}
