import { CatchBoundary } from '@tanstack/react-router'
import type { SeriesDay } from '@vaultwright/check'
import { lazy, Suspense } from 'react'
import { Button } from '../../part/button.tsx'
import { Choice } from '../../part/choice.tsx'
import { downloadFile } from '../../part/download.ts'
import { Section } from '../../part/page.tsx'
import { Empty, Loading } from '../../part/state.tsx'
import { Verdict } from '../../part/verdict.tsx'
import { dayCsvOf } from '../series/day-csv.ts'
import { DayTable } from '../series/day-table.tsx'
import styles from '../series/series.module.css'
import { gapsOf, lastDaysOf } from '../series/series.ts'
import { type Measure, measures, type Span, spans } from '../series/vault-search.ts'
import type { VaultDays } from './use-days.ts'

const SeriesChart = lazy(() =>
  import('../series/series-chart.tsx').then((module) => ({ default: module.SeriesChart })),
)

/** A series as a chart, a table and a file; each value leads to its receipt. */
export function SeriesCard(props: {
  readonly days: VaultDays
  readonly base: string
  readonly fileName: string
}) {
  const { base, fileName } = props
  const { series, search, change, explain } = props.days
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
          <Button
            disabled={!days?.length}
            onClick={() => downloadFile(fileName, dayCsvOf(days ?? []))}
          >
            Download CSV
          </Button>
        </>
      }
    >
      <SeriesBody
        days={days}
        measure={show}
        base={base}
        explain={explain}
        isTable={as === 'table'}
      />
      {days?.length ? (
        <p className="note">
          {days.length} days of the calendar, {gapsOf(days)} without a value. Stated by the server;
          the 7-day APY is computed in this page from the receipts of both days.
        </p>
      ) : null}
    </Section>
  )
}

/** The days as a chart, or as a table. */
export function SeriesBody(props: {
  /** Null while they are read. */
  readonly days: readonly SeriesDay[] | null
  readonly measure: Measure
  readonly base: string
  readonly explain: (day: string) => void
  readonly isTable?: boolean
  /** A low chart without a frame, for a card. */
  readonly isBrief?: boolean
}) {
  const { days, measure, base, explain, isTable = false, isBrief = false } = props
  const wait = (
    <div className={isBrief ? styles.waitBrief : styles.wait}>
      <Loading what="the days" lines={isBrief ? 7 : 10} />
    </div>
  )
  if (days === null) return wait
  if (days.length === 0)
    return (
      <Empty>
        No day is indexed yet. <code>vaultwright index run</code> reads the days of the vault.
      </Empty>
    )
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
      <Suspense fallback={wait}>
        <div className={isBrief ? '' : `sheet ${styles.card}`}>
          <SeriesChart
            days={days}
            measure={measure}
            base={base}
            explain={explain}
            height={isBrief ? 220 : 300}
          />
        </div>
      </Suspense>
    </CatchBoundary>
  )
}
