import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIndexWorld } from '../support/index-world/index-world.ts'
import { openRedis } from '../support/service/service.ts'
import { type Campaign, readUndisturbed, runScenario, scenarioCount } from './index-scenario.ts'
import type { Outcome } from './index-scenario-context.ts'
import { printProblems, printTable } from './index-table.ts'

const runs = Number(process.env.FAULT_RUNS ?? scenarioCount)
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1e9))
/** A schedule takes seconds; a campaign may have to share a busy machine for hours. */
const maxMs = process.env.FAULT_RUNS === undefined ? 120_000 : 900_000

let campaign: Campaign

beforeAll(async () => {
  const world = await openIndexWorld()
  const redis = await openRedis()
  const finality = { kind: 'tag', tag: 'latest' } as const
  campaign = { world, redis, wanted: await readUndisturbed({ world, finality }) }
})
afterAll(async () => {
  await campaign?.redis?.stop()
  await campaign?.world.close()
})

test(
  'law: whatever strikes, the days end as those of an undisturbed run',
  async () => {
    // At once: whatever happens, it can be played again.
    console.log(`FAULT_SEED=${seed} FAULT_RUNS=${runs}`)
    const outcomes: Outcome[] = []
    for (let run = 0; run < runs; run++) {
      let step = 'not begun'
      const schedule = runScenario(campaign, seed + run, (next) => {
        step = next
      })
      const scheduled = schedule.catch((cause: unknown) => {
        throw new Error(`FAULT_SEED=${seed + run} FAULT_RUNS=1 cannot be played`, { cause })
      })
      const limit = new AbortController()
      const hanging = hangAt(seed + run, () => step, limit.signal)
      const outcome = await Promise.race([scheduled, hanging]).finally(() => limit.abort())
      outcomes.push(outcome)
      if (outcome.problems.length > 0) console.log(printProblems([outcome]))
      if (outcomes.length % scenarioCount === 0) console.log(`${outcomes.length} of ${runs}`)
    }
    const ms = outcomes.reduce((total, one) => total + one.ms, 0)
    const head = `${runs} schedules from FAULT_SEED=${seed}, ${Math.round(ms / 1_000)} s`
    console.log(`${head}\n${printTable(outcomes)}`)
    expect(printProblems(outcomes)).toBe('')
  },
  runs * maxMs + 60_000,
)

/** @throws {Error} after the time of a schedule: where it hangs, and what the process has open. */
async function hangAt(hanging: number, step: () => string, signal: AbortSignal): Promise<never> {
  const isOver = await wait(maxMs, false, { ref: false, signal }).catch(() => true)
  if (isOver) return new Promise(() => {})
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const open = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')
  throw new Error(`FAULT_SEED=${hanging} FAULT_RUNS=1 hangs: ${step()} (open: ${open})`)
}
