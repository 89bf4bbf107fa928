/** Requests of ten minutes: 1,000 keys at 60 a minute each. */
const tenMinutes = 600_000
/** What memory may grow by in ten minutes of requests, megabytes. */
const most = 16

/**
 * Lets every tenant ask everything, and looks at the memory of the service after a collection each time.
 *
 * @param parts - the service, the generator of load, and the mix of requests.
 * @returns the slope of a line through the last two thirds of the samples, and all samples.
 */
export async function memoryUnderLoad({ service, load, mix }) {
  const seconds = Number(process.env.BENCH_API_MEMORY_SECONDS ?? 60)
  const samples = []
  let count = 0
  const statuses = {}
  const steps = 12
  for (let step = 0; step < steps; step++) {
    const { url } = service.ready
    const run = await load.ask({ url, seconds: seconds / steps, connections: 20, mix })
    count += run.count
    for (const [status, times] of Object.entries(run.statuses)) {
      statuses[status] = (statuses[status] ?? 0) + times
    }
    const { rss, heap } = await service.ask({ collect: true })
    samples.push({ count, rss: rss / 1e6, heap: heap / 1e6 })
  }
  const later = samples.slice(steps / 3)
  const growth = slopeOf(later.map(({ count, heap }) => [count, heap])) * tenMinutes
  const rssGrowth = slopeOf(later.map(({ count, rss }) => [count, rss])) * tenMinutes
  const missed = growth > most
  const shown = (key) => samples.map((sample) => sample[key].toFixed(1)).join(' ')
  const text = [
    `memory over ${count} requests, ${JSON.stringify(statuses)}`,
    `  heap MB: ${shown('heap')}`,
    `  rss MB:  ${shown('rss')}`,
    `  a line through the last two thirds grows by ${growth.toFixed(2)} MB of heap in ten minutes' requests (bar: at most ${most})${missed ? '  MISSED' : ''}, ${rssGrowth.toFixed(2)} MB of rss`,
  ].join('\n')
  return { count, statuses, growth, rssGrowth, missed, text }
}

/** Of the line with the least squares. */
function slopeOf(points) {
  const mean = (at) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  const below = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  return above / below
}
