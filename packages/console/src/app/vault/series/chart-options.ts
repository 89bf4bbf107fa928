import type { SeriesDay } from '@vaultwright/check'
import UPlot from 'uplot'
import { unixText } from '../../part/text/moment-text.ts'
import { flagWordsOf } from './flag-word.ts'
import { pointOf } from './measure.ts'
import type { Measure } from './vault-search.ts'

/** The input of a chart. */
export type ChartInput = {
  readonly days: readonly SeriesDay[]
  readonly measure: Measure
  readonly width: number
  /** CSS pixels, as the width. */
  readonly height: number
}

/** Says how a series is drawn. A gap stays a gap: what is not known is never drawn through. */
export function chartOptions(
  { days, measure, width, height }: ChartInput,
  point: (index: number | null) => void,
): UPlot.Options {
  const [line, soft, accent, look] = colors()
  const font = '12px "Inter Variable"'
  const grid = { stroke: line, width: 1 }
  const axis = { stroke: soft, font, grid, ticks: { ...grid, size: 4 } }
  const values = days.map((day) => pointOf(day, measure))
  const alone = values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
      ? [index]
      : [],
  )
  return {
    width,
    height,
    legend: { show: false },
    padding: [8, 16, 0, 0],
    cursor: { y: false, points: { size: 8 }, drag: { x: false, y: false } },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    scales: { x: { time: true } },
    axes: [
      { ...axis, space: 88, values: (_, ticks) => ticks.map(tickDay) },
      { ...axis, size: 72, values: (_, ticks) => ticks.map((tick) => tickText(tick, measure)) },
    ],
    series: [
      {},
      {
        stroke: accent,
        width: 2,
        spanGaps: false,
        fill: `${accent}14`,
        // A value between two gaps has no line: it is a point.
        points: { show: true, size: 5, fill: accent, filter: () => [...alone] },
        ...(measure === 'daily' ? { paths: UPlot.paths.stepped!({ align: 1 }) } : {}),
      },
    ],
    hooks: {
      setCursor: [(chart) => point(chart.cursor.idx ?? null)],
      draw: [(chart) => drawFlags(chart, days, { stroke: look, font })],
    },
  }
}

/** Marks each flagged day on the axis, with its word where there is room. */
function drawFlags(
  chart: UPlot,
  days: readonly SeriesDay[],
  { stroke, font }: { readonly stroke: string; readonly font: string },
): void {
  const { ctx, bbox } = chart
  const scale = UPlot.pxRatio
  const foot = bbox.top + bbox.height
  ctx.save()
  ctx.fillStyle = stroke
  ctx.strokeStyle = stroke
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  ctx.setLineDash([3 * scale, 3 * scale])
  ctx.font = font.replace('12px', `${11 * scale}px`)
  let free = bbox.left
  for (const [index, day] of days.entries()) {
    const [word, ...more] = flagWordsOf(day)
    if (word === undefined) continue
    const x = chart.valToPos(chart.data[0][index]!, 'x', true)
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, foot)
    ctx.globalAlpha = 0.5
    ctx.stroke()
    ctx.globalAlpha = 1
    ctx.beginPath()
    ctx.moveTo(x - 5 * scale, foot)
    ctx.lineTo(x + 5 * scale, foot)
    ctx.lineTo(x, foot - 8 * scale)
    ctx.fill()
    const text = more.length === 0 ? word : `${word} +${more.length}`
    const size = ctx.measureText(text).width
    const left =
      x + 6 * scale + size > bbox.left + bbox.width ? x - 6 * scale - size : x + 6 * scale
    if (left < free) continue
    ctx.fillText(text, left, foot - 3 * scale)
    free = left + size + 6 * scale
  }
  ctx.restore()
}

/** Day and month; the year stands beside the chart. */
function tickDay(seconds: number): string {
  return unixText(seconds).split(' ').slice(0, 2).join(' ')
}

function tickText(tick: number, measure: Measure): string {
  if (measure === 'price') return tick.toFixed(4)
  if (measure !== 'tvl') return `${tick.toFixed(1)}%`
  if (Math.abs(tick) >= 1e9) return `${(tick / 1e9).toFixed(2)} bn`
  if (Math.abs(tick) >= 1e6) return `${(tick / 1e6).toFixed(2)} m`
  return Math.abs(tick) >= 1e3 ? `${(tick / 1e3).toFixed(0)} k` : tick.toFixed(0)
}

function colors(): readonly [string, string, string, string] {
  // A canvas takes no variables, and a variable of two themes is resolved only where it is used.
  const probe = document.body.appendChild(document.createElement('i'))
  const colorOf = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const shown = [
    colorOf('--line'),
    colorOf('--soft'),
    colorOf('--accent'),
    colorOf('--look'),
  ] as const
  probe.remove()
  return shown
}
