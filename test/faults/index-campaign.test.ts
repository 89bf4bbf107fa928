import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIndexWorld } from '../support/index-world.ts'
import { openRedis } from '../support/service.ts'
import { playCount, playSchedule, readUndisturbed, type Theatre } from './index-schedule.ts'
import type { Outcome } from './index-stage.ts'
import { printProblems, printTable } from './index-table.ts'

const runs = Number(process.env.FAULT_RUNS ?? playCount)
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1e9))
/** 20 plays schedules of one kind again and again. */
const step = Number(process.env.FAULT_STEP ?? 1)

let theatre: Theatre

beforeAll(async () => {
  const world = await openIndexWorld()
  const redis = await openRedis()
  const finality = { kind: 'tag', tag: 'latest' } as const
  theatre = { world, redis, wanted: await readUndisturbed({ world, finality }) }
}, 120_000)
afterAll(async () => {
  await theatre?.redis?.stop()
  await theatre?.world.close()
})

test('law: whatever strikes, the days end as those of an undisturbed run', async () => {
  const outcomes: Outcome[] = []
  for (let run = 0; run < runs; run++) {
    const hung = setTimeout(() => {
      console.log('HUNG', seed + run)
      process.exit(7)
    }, 25_000)
    const outcome = await playSchedule(theatre, seed + run * step)
    clearTimeout(hung)
    if (process.env.FAULT_TRACE)
      console.log(outcome.seed, outcome.play, outcome.ms, outcome.strikes, outcome.problems)
    outcomes.push(outcome)
  }
  const ms = outcomes.reduce((total, one) => total + one.ms, 0)
  console.log(
    `${runs} schedules from seed ${seed}, ${Math.round(ms / 1_000)} s\n${printTable(outcomes)}`,
  )
  expect(printProblems(outcomes)).toBe('')
}, 7_200_000)
