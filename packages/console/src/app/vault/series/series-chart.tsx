import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { SeriesDay } from '@vaultwright/check'
import parts from '../../part/part.module.css'
import { NotKnown } from '../../part/state.tsx'
import { dayText } from '../../part/text/moment-text.ts'
import { Badge } from '../../part/verdict.tsx'
import { chartOptions } from './chart-options.ts'
import { flagWordsOf } from './flag-word.ts'
import { measureText, pointOf } from './measure.ts'
import styles from './series.module.css'
import { type Measure, measures } from './vault-search.ts'

/** A series by day. Arrow keys move from day to day, Enter opens the receipt. */
export function SeriesChart(props: {
  readonly days: readonly SeriesDay[]
  readonly measure: Measure
  readonly base: string
  readonly explain: (day: string) => void
  /** CSS pixels. */
  readonly height: number
}) {
  const { days, measure, base, explain, height } = props
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  const [index, setIndex] = useState<number | null>(null)
  const values = useMemo(() => days.map((day) => pointOf(day, measure)), [days, measure])
  const theme = useThemeCount()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas does not follow the theme: it is drawn again
  useEffect(() => {
    const place = box.current!
    const times = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1_000)
    const options = chartOptions({ days, measure, width: place.clientWidth, height }, setIndex)
    const chart = new UPlot(options, [times, values], place)
    plot.current = chart
    const watch = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height }))
    watch.observe(place)
    return () => {
      watch.disconnect()
      chart.destroy()
    }
  }, [days, values, measure, height, theme])

  const last = days.length - 1
  const current = Math.min(index ?? last, last)
  const shown = days[current]!
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // The dialog takes the focus at once: the same press would go on to its first button.
      event.preventDefault()
      explain(shown.day)
    }
    const next = nextIndex(event.key, current, last)
    if (next === null) return
    event.preventDefault()
    setIndex(next)
    const chart = plot.current!
    chart.setCursor({ left: chart.valToPos(chart.data[0][next]!, 'x'), top: height / 3 })
  }
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <Current day={shown} measure={measure} base={base} />
        <button type="button" className={parts.link} onClick={() => explain(shown.day)}>
          Why this number
        </button>
      </figcaption>
      <div
        ref={box}
        className={styles.plot}
        // The canvas is drawn after the first paint: its place is kept.
        style={{ minHeight: height }}
        role="application"
        aria-label={`${measures[measure]}, chart of ${days.length} days. Left and right arrow move from day to day, Home and End to the first and the last, Enter opens the receipt.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a chart that is read by keys
        tabIndex={0}
        onKeyDown={move}
        onDoubleClick={() => explain(shown.day)}
      />
    </figure>
  )
}

function Current(props: {
  readonly day: SeriesDay
  readonly measure: Measure
  readonly base: string
}) {
  const { day, measure, base } = props
  const { value, reason } = measureText(day, measure, base)
  return (
    <span className={styles.current} aria-live="polite">
      <strong>{value ?? <NotKnown reason={reason ?? ''} />}</strong>
      <span className="note">
        {dayText(day.day)}
        {day.entry === null ? '' : ` · block ${day.entry.block_number}`}
      </span>
      {flagWordsOf(day).map((word) => (
        <Badge key={word} tone="look">
          {word}
        </Badge>
      ))}
    </span>
  )
}

function nextIndex(key: string, current: number, last: number): number | null {
  if (key === 'ArrowLeft') return Math.max(0, current - 1)
  if (key === 'ArrowRight') return Math.min(last, current + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

/** Counts changes of the theme, by the button or by the system. */
function useThemeCount(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const change = () => setCount((before) => before + 1)
    addEventListener('themechange', change)
    system.addEventListener('change', change)
    return () => {
      removeEventListener('themechange', change)
      system.removeEventListener('change', change)
    }
  }, [])
  return count
}
