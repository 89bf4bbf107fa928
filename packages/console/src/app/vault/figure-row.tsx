import type { AnswerVerdict, Judgement, SeriesDay } from '@vaultwright/check'
import type { PerformanceData } from '@vaultwright/wire'
import { Stat, Stats } from '../part/stat.tsx'
import { percentText, plainText, shortNumber } from '../part/text/number-text.ts'
import { CheckBadge } from './receipt/check-badge.tsx'
import text from './series/series.module.css'
import styles from './vault.module.css'

/** The figures of the last day; each opens its receipt. */
export function FigureRow(props: {
  readonly last: SeriesDay | undefined
  readonly base: string
  readonly lastCheck: Judgement | null
  /** Null where there is none, with the reason. */
  readonly week: PerformanceData | null
  readonly weekReason: string
  readonly weekCheck: Judgement | null
  readonly explain: (why: string) => void
}) {
  const { last, base, lastCheck, week, weekReason, weekCheck, explain } = props
  const entry = last?.entry ?? null
  const result = last?.receipt?.result
  const whyNote = (name: string, verdict: AnswerVerdict | null, key: string) => (
    <Why name={name} verdict={verdict} explain={() => explain(key)} />
  )
  const day = last?.day ?? ''
  const verdict = lastCheck?.verdict ?? null
  const reasonNote = (name: string, reason: string | null | undefined) => (
    <>
      {reason ?? (last === undefined ? 'No day is indexed yet.' : 'The service gave no reason.')}
      {last === undefined ? null : whyNote(name, verdict, day)}
    </>
  )
  return (
    <Stats>
      <Stat
        name="Share price"
        value={
          entry === null || entry.share_price === null
            ? null
            : shortNumber(plainText(entry.share_price), 6)
        }
        unit={base}
        note={
          entry?.share_price == null
            ? reasonNote('share price', result?.sharePrice.reason)
            : whyNote('share price', verdict, day)
        }
      />
      <Stat
        name="Total assets"
        value={entry?.total_assets == null ? null : shortNumber(entry.total_assets, 2)}
        unit={base}
        note={
          entry?.total_assets == null
            ? reasonNote('total assets', result?.totalAssets.reason)
            : whyNote('total assets', verdict, day)
        }
      />
      <Stat
        name="TVL"
        value={entry?.tvl_usd == null ? null : shortNumber(entry.tvl_usd, 0)}
        unit="USD"
        note={
          entry?.tvl_usd == null
            ? reasonNote('TVL', result?.tvlUsd.reason)
            : whyNote('TVL', verdict, day)
        }
      />
      <Stat
        name="APY, 7 days, net"
        value={week?.apy == null ? null : percentText(week.apy)}
        unit="%"
        note={
          week === null ? (
            weekReason
          ) : (
            <>
              {week.apy === null ? 'The receipt gives the reason.' : null}
              {whyNote('APY', weekCheck?.verdict ?? null, 'week')}
            </>
          )
        }
      />
      <Stat
        name="Data up to"
        value={last === undefined ? null : day}
        note={
          last === undefined
            ? 'No day is indexed yet.'
            : `block ${entry?.block_number ?? 'unknown'}`
        }
      />
    </Stats>
  )
}

function Why(props: {
  readonly name: string
  readonly verdict: AnswerVerdict | null
  readonly explain: () => void
}) {
  return (
    <span className={styles.figureNote}>
      <CheckBadge verdict={props.verdict} />
      <button type="button" className={text.why} onClick={props.explain}>
        Why<span className="hidden"> this {props.name}</span>
      </button>
    </span>
  )
}
