import { setTimeout as wait } from 'node:timers/promises'
import { differenceOf } from '../support/index-world/index-world-row.ts'
import { openIndexWorker } from '../support/index-world/index-world-worker.ts'
import { clearFaults } from './index-node-fault.ts'
import {
  countOf,
  planOn,
  repair,
  type ScenarioContext,
  type Undisturbed,
} from './index-scenario-context.ts'

/** The faults that remain after all. */
export type CampaignVerdict = {
  readonly lost: number
  readonly doubled: number
  readonly revisions: number
  readonly problems: readonly string[]
}

/** The longest that anything is put off, with what the clock needs to get there. */
const maxRounds = 60
const pauseMs = 25

/** Lets an undisturbed worker do what is left. @returns what it could not do. */
export async function settle(context: ScenarioContext): Promise<readonly string[]> {
  const { home, clock } = context
  await clearFaults(context)
  clock.skewTo(0)
  for (const code of await repair(context)) context.parked.add(code)
  const worker = await openIndexWorker(planOn(context))
  const left = async () => {
    const lists = home.places.map((vaultRef) => worker.store.failures.list(home.tenantId, vaultRef))
    return (await Promise.all(lists)).flat()
  }
  let flows = 0
  let failures = await left()
  for (let round = 0; round < maxRounds; round++) {
    flows = await worker.round()
    failures = await left()
    if (flows === 0 && failures.length === 0) break
    if (flows === 0) await wait(pauseMs)
  }
  context.countDays(countOf(worker))
  await worker.close()
  return [
    ...(flows === 0 ? [] : [`it never came to rest: ${flows} flows`]),
    ...failures.map(
      ({ kind, day, code, state, message }) =>
        `failure left: ${kind} ${day} ${code} ${state} ${message}`,
    ),
  ]
}

/** Compares what is kept with what an undisturbed run keeps. */
export async function judge(
  context: ScenarioContext,
  undisturbed: Undisturbed,
): Promise<CampaignVerdict> {
  const { home } = context
  const [actual, expected] = [await home.tables(), await undisturbed(context)]
  const { lost, doubled, rows } = differenceOf(actual, expected)
  const revisions = await home.ask('select vault, day, kind, reason from revision')
  const rereadDays = new Set(
    revisions.filter(({ kind }) => kind === 'reading').map(({ vault, day }) => `${vault} ${day}`),
  )
  const storedHashes = new Set(actual.reading.map((row) => JSON.parse(row).block_hash as string))
  const silent = context.replacedBlocks.filter(
    ({ vault, day, hash }) => !storedHashes.has(hash) && !rereadDays.has(`${vault} ${day}`),
  )
  const isMovable = context.finality.kind === 'tag' && context.branch !== null
  return {
    lost,
    doubled,
    revisions: revisions.length,
    problems: [
      ...rows.slice(0, 6).map((row) => row.slice(0, 260)),
      ...(rows.length > 6 ? [`and ${rows.length - 6} rows more`] : []),
      ...silent.map(({ vault, day }) => `${day} of ${vault} was replaced, and no revision says so`),
      ...(isMovable
        ? []
        : revisions.map(({ kind, day, reason }) => `revised: ${kind} ${day} ${reason}`)),
      ...(lost === 0 ? [] : [`${lost} days lost`]),
      ...(doubled === 0 ? [] : [`${doubled} days doubled`]),
    ],
  }
}
