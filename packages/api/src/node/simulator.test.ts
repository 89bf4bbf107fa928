import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { openSimulator } from './simulator.ts'

const runs = runsOf(0.5)
const never = new AbortController().signal

/** Work that ends on request. */
function work() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end: () => end(), run: async () => done.then(() => 'done') }
}

test('default: so many run, a few wait, the next is refused at once', async () => {
  const simulator = openSimulator({ concurrency: 1, queue: 4, timeoutMs: 5_000 })
  const first = work()
  const running = simulator.run('a', first.run, never)
  const waiting = [1, 2, 3, 4].map(() => simulator.run('a', async () => 'waited', never))
  const refused = simulator.run('a', async () => 'late', never)
  await expect(refused).rejects.toMatchObject({ code: 'simulator_busy' })
  first.end()
  expect(await Promise.all([running, ...waiting])).toEqual(['done', ...Array(4).fill('waited')])
  expect(await simulator.run('a', async () => 'free again', never)).toBe('free again')
})

test('behavior: never more run at once than may, and each comes to its turn', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(3)), async (most, jobs) => {
      const simulator = openSimulator({ concurrency: most, queue: most * 4, timeoutMs: 5_000 })
      let running = 0
      let peak = 0
      const results = await Promise.allSettled(
        jobs.map((turns, at) =>
          simulator.run(
            'a',
            async () => {
              running++
              peak = Math.max(peak, running)
              for (let turn = 0; turn < turns; turn++) await Promise.resolve()
              running--
              if (turns === 3) throw new Error('fails')
              return at
            },
            never,
          ),
        ),
      )
      expect(peak).toBeLessThanOrEqual(most)
      const room = most * 5
      for (const [index, result] of results.entries()) {
        if (index >= room) expect(result.status).toBe('rejected')
        else if (jobs[index] === 3) expect(result).toMatchObject({ reason: { message: 'fails' } })
        else expect(result).toEqual({ status: 'fulfilled', value: index })
      }
    }),
    { numRuns: runs },
  )
})

test('error: SimulationTimeoutError for who waits and who runs; the work keeps its place', async () => {
  const simulator = openSimulator({ concurrency: 1, queue: 4, timeoutMs: 20 })
  const slow = work()
  const [running, waiting] = [slow.run, async () => 'waited'].map((one) =>
    simulator.run('a', one, never),
  )
  await expect(running).rejects.toMatchObject({ code: 'simulation_timeout' })
  await expect(waiting).rejects.toMatchObject({ code: 'simulation_timeout' })
  const still = simulator.run('a', async () => 'soon', never)
  slow.end()
  expect(await still).toBe('soon')
})

test('behavior: who hangs up while waiting leaves the queue, and a closed simulator refuses', async () => {
  const simulator = openSimulator({ concurrency: 1, queue: 4, timeoutMs: 5_000 })
  const slow = work()
  const running = simulator.run('a', slow.run, never)
  const gone = new AbortController()
  let isRun = false
  const left = simulator.run(
    'a',
    async () => {
      isRun = true
    },
    gone.signal,
  )
  gone.abort()
  await expect(left).rejects.toMatchObject({ code: 'simulation_timeout' })
  const waiting = simulator.run('a', async () => 'never', never)
  simulator.close()
  await expect(waiting).rejects.toMatchObject({ code: 'simulator_busy' })
  slow.end()
  expect([await running, isRun]).toEqual(['done', false])
})

test('law: while others wait, no tenant has more turns than they, and each its own in order', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }),
      fc.array(fc.nat()),
      async (concurrency, tenants, picks) => {
        const simulator = openSimulator({ concurrency, queue: 40, timeoutMs: 30_000 })
        const jobs = tenants.map((tenant, at) => ({ tenant, at, ...work() }))
        const waiting = new Set<(typeof jobs)[number]>()
        const running: typeof jobs = []
        const countOf = (tenant: string) => running.filter((one) => one.tenant === tenant).length
        const all = jobs.map((job) => {
          waiting.add(job)
          return simulator.run(
            job.tenant,
            async () => {
              // No waiting tenant had fewer that run, and no job of the same tenant was older.
              for (const waiter of waiting) {
                expect(countOf(job.tenant)).toBeLessThanOrEqual(countOf(waiter.tenant))
                if (waiter.tenant === job.tenant) expect(waiter.at).toBeGreaterThanOrEqual(job.at)
              }
              waiting.delete(job)
              running.push(job)
              await job.run()
            },
            never,
          )
        })
        // While there is room, every job begins at once.
        for (let step = 0; running.length > 0; step++) {
          expect(running.length).toBe(Math.min(concurrency, running.length + waiting.size))
          const [ended] = running.splice((picks[step] ?? 0) % running.length, 1)
          ended!.end()
          await new Promise((resolve) => setImmediate(resolve))
        }
        await Promise.all(all)
        expect(waiting.size).toBe(0)
      },
    ),
    { numRuns: runs },
  ))

test('golden: with 60 of one tenant before it, another waits for the one that runs', async () => {
  const simulator = openSimulator({ concurrency: 1, queue: 60, timeoutMs: 30_000 })
  const first = work()
  const order: string[] = []
  const ask = (tenant: string, run = async () => {}) =>
    simulator.run(
      tenant,
      async () => {
        order.push(tenant)
        await run()
      },
      never,
    )
  const all = [ask('a', async () => void (await first.run()))]
  for (let count = 0; count < 60; count++) all.push(ask('a'))
  all.push(ask('b'), ask('b'))
  await expect(ask('a')).rejects.toMatchObject({ code: 'simulator_busy' })
  first.end()
  await Promise.all(all)
  expect(order.slice(0, 5)).toEqual(['a', 'b', 'a', 'b', 'a'])
  expect(order).toHaveLength(63)
})
