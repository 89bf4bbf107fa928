import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSimulator } from './simulator.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 50)
const never = new AbortController().signal

/** Work that ends when it is told to. */
function work() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end: () => end(), run: async () => done.then(() => 'done') }
}

test('default: so many run, a few wait, the next is refused at once', async () => {
  const simulator = openSimulator({ concurrency: 1, timeoutMs: 5_000 })
  const first = work()
  const running = simulator.run(first.run, never)
  const waiting = [1, 2, 3, 4].map(() => simulator.run(async () => 'waited', never))
  const refused = simulator.run(async () => 'late', never)
  await expect(refused).rejects.toMatchObject({ code: 'simulator_busy' })
  first.end()
  expect(await Promise.all([running, ...waiting])).toEqual(['done', ...Array(4).fill('waited')])
  expect(await simulator.run(async () => 'free again', never)).toBe('free again')
})

test('behavior: never more run at once than may, and each comes to its turn', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(3)), async (most, jobs) => {
      const simulator = openSimulator({ concurrency: most, timeoutMs: 5_000 })
      let running = 0
      let peak = 0
      const results = await Promise.allSettled(
        jobs.map((turns, at) =>
          simulator.run(async () => {
            running++
            peak = Math.max(peak, running)
            for (let turn = 0; turn < turns; turn++) await Promise.resolve()
            running--
            if (turns === 3) throw new Error('fails')
            return at
          }, never),
        ),
      )
      expect(peak).toBeLessThanOrEqual(most)
      const room = most * 5
      for (const [at, result] of results.entries()) {
        if (at >= room) expect(result.status).toBe('rejected')
        else if (jobs[at] === 3) expect(result).toMatchObject({ reason: { message: 'fails' } })
        else expect(result).toEqual({ status: 'fulfilled', value: at })
      }
    }),
    { numRuns: runs },
  )
})

test('error: SimulationTimeoutError for who waits and who runs; the work keeps its place', async () => {
  const simulator = openSimulator({ concurrency: 1, timeoutMs: 20 })
  const slow = work()
  const [running, waiting] = [slow.run, async () => 'waited'].map((one) =>
    simulator.run(one, never),
  )
  await expect(running).rejects.toMatchObject({ code: 'simulation_timeout' })
  await expect(waiting).rejects.toMatchObject({ code: 'simulation_timeout' })
  const still = simulator.run(async () => 'soon', never)
  slow.end()
  expect(await still).toBe('soon')
})

test('behavior: who hangs up while waiting leaves the queue, and a closed simulator refuses', async () => {
  const simulator = openSimulator({ concurrency: 1, timeoutMs: 5_000 })
  const slow = work()
  const running = simulator.run(slow.run, never)
  const gone = new AbortController()
  let isRun = false
  const left = simulator.run(async () => {
    isRun = true
  }, gone.signal)
  gone.abort()
  await expect(left).rejects.toMatchObject({ code: 'simulation_timeout' })
  const waiting = simulator.run(async () => 'never', never)
  simulator.close()
  await expect(waiting).rejects.toMatchObject({ code: 'simulator_busy' })
  slow.end()
  expect([await running, isRun]).toEqual(['done', false])
})
