import { expect, test } from 'vitest'
import {
  closeQuietly,
  devToolsOf,
  openPage,
  sharedBrowser,
  takePicture,
} from '../support/console-page.ts'
import { openDemo } from '../support/demo.ts'
import { screensOf, settled } from '../support/screen-list.ts'
import { signIn } from '../support/sign-in.ts'

/** Counts of a page since it was opened. */
type Pace = {
  /** Milliseconds until the largest part was painted. */
  readonly paint: number
  readonly shift: number
  /** The parts that moved, a line each time. */
  readonly moved: readonly string[]
}

/** Observes a page from its first byte on. */
const observe = `window.pace = { paint: 0, shift: 0, moved: [] }
const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
watch('largest-contentful-paint', ({ startTime }) => { pace.paint = startTime })
watch('layout-shift', ({ value, hadRecentInput, sources }) => {
  if (hadRecentInput) return
  pace.shift += value
  if (value < 0.005) return
  const part = ({ node, previousRect, currentRect }) =>
    '"' + node?.textContent?.slice(0, 30) + '" from ' + previousRect.y + ' to ' + currentRect.y
  pace.moved.push(value.toFixed(3) + ': ' + sources.map(part).join(', '))
})`

/** A row of a trace: `ts` when it began and `tdur` the processor time of its thread, both in microseconds. */
type TraceRow = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly tdur?: number
  readonly args?: {
    readonly data?: { readonly url?: string; readonly isOutermostMainFrame?: boolean }
  }
}

/** The processor time of a page's main thread: other processes of a busy machine are not in it. */
function workOf(
  trace: Buffer,
  url: string,
): { readonly task: number; readonly untilPaint: number } {
  const { traceEvents: rows } = JSON.parse(trace.toString('utf8')) as {
    readonly traceEvents: readonly TraceRow[]
  }
  const start = rows.find(({ name, args }) => name === 'CommitLoad' && args?.data?.url === url)!
  const ofPage = rows.filter(
    ({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts,
  )
  const tasks = ofPage.filter(({ name }) => name === 'RunTask')
  const paint = ofPage.findLast(({ name }) => name === 'largestContentfulPaint::Candidate')?.ts ?? 0
  const spent = (row: TraceRow) => (row.tdur ?? 0) / 1_000
  return {
    task: Math.max(...tasks.map(spent)),
    untilPaint: tasks.filter(({ ts }) => ts < paint).reduce((sum, row) => sum + spent(row), 0),
  }
}

test.each([1_440, 390])(
  'law: on a processor four times as slow no screen moves while it fills, and each asks little, %i pixels',
  async (width) => {
    const demo = await openDemo()
    const browser = await sharedBrowser()
    const figures: (readonly (string | number)[])[] = []
    const opened = await openPage({ viewport: { width, height: width === 390 ? 844 : 900 } })
    const { page } = opened
    await signIn(opened)
    await page.addInitScript(observe)
    const devTools = await devToolsOf(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    let requests = 0
    page.on('request', (request) => {
      if (['fetch', 'xhr'].includes(request.resourceType())) requests++
    })
    for (const [path, most] of Object.entries(await screensOf(demo))) {
      requests = 0
      const url = path.startsWith('/') ? `${demo.url}${path}` : `${demo.url}/console/${path}`
      await browser.startTracing(page, {
        categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'loading'],
      })
      await page.goto(url)
      await settled(page)
      const { task, untilPaint } = workOf(await browser.stopTracing(), url)
      const { paint, shift, moved } = await page.evaluate<Pace>('window.pace')
      const name = path.replaceAll(/0x[0-9a-fA-F]{8,}/g, '…')
      const times = [paint, untilPaint, task].map((each) => Math.round(each))
      figures.push([name, ...times, shift.toFixed(4), requests])
      expect.soft(shift, `layout shift of ${path}: ${moved.join('; ')}`).toBeLessThan(0.05)
      expect.soft(requests, `requests of ${path}`).toBeLessThanOrEqual(most)
      await takePicture(page, `pace-${width}-${name.replaceAll(/\W+/g, '-')}`)
    }
    console.log(
      `screen, largest paint ms, processor ms until then, longest task processor ms, layout shift, requests, at ${width}`,
    )
    for (const line of figures) console.log(line.join('  '))
    opened.complaints.splice(0)
    await closeQuietly(opened)
  },
)
