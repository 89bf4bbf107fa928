import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIndexWorld } from '../support/index-world/index-world.ts'
import { openRedis } from '../support/service/service.ts'
import { type Campaign, readUndisturbed, runScenario, scenarioCount } from './index-scenario.ts'
import type { Outcome } from './index-scenario-context.ts'
import { printProblems, printTable } from './index-table.ts'

const runs = Number(process.env.FAULT_RUNS ?? scenarioCount)
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1e9))
/** A schedule takes seconds, and a minute where everything else is busy. */
const mostMs = 900_000

let campaign: Campaign

beforeAll(async () => {
  const world = await openIndexWorld()
  const redis = await openRedis()
  const finality = { kind: 'tag', tag: 'latest' } as const
  campaign = { world, redis, wanted: await readUndisturbed({ world, finality }) }
}, 600_000)
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
      const schedule = runScenario(campaign, seed + run)
      const scheduled = schedule.catch((cause: unknown) => {
        throw new Error(`FAULT_SEED=${seed + run} FAULT_RUNS=1 cannot be played`, { cause })
      })
      const outcome = await Promise.race([scheduled, hangAt(seed + run)])
      outcomes.push(outcome)
      if (outcome.problems.length > 0) console.log(printProblems([outcome]))
      if (outcomes.length % scenarioCount === 0) console.log(`${outcomes.length} of ${runs}`)
    }
    const ms = outcomes.reduce((total, one) => total + one.ms, 0)
    const head = `${runs} schedules from FAULT_SEED=${seed}, ${Math.round(ms / 1_000)} s`
    console.log(`${head}\n${printTable(outcomes)}`)
    expect(printProblems(outcomes)).toBe('')
  },
  runs * mostMs,
)

async function hangAt(hanging: number): Promise<never> {
  await wait(mostMs, undefined, { ref: false })
  throw new Error(`FAULT_SEED=${hanging} FAULT_RUNS=1 hangs`)
}
