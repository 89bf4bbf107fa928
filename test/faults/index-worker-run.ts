import { setTimeout as wait } from 'node:timers/promises'
import { type Flow, scanChain } from '@vaultwright/indexer'
import { shiftDay } from '@vaultwright/valuation'
import { slug } from '../support/index/index-seed.ts'
import { lockHome } from '../support/index-world/index-world-lock.ts'
import { type IndexWorker, openIndexWorker } from '../support/index-world/index-world-worker.ts'
import { clearFaults, injectFaults, type NodeCondition } from './index-node-fault.ts'
import {
  countOf,
  planOn,
  repair,
  type ScenarioAct,
  type ScenarioContext,
} from './index-scenario-context.ts'

/** Something that happens while workers work. */
type Disturbance = (context: ScenarioContext, workers: readonly IndexWorker[]) => Promise<void>

/** The longest that is waited for days. */
const patienceMs = 1_500
/** In these no day can be read, however long it takes. */
const hopeless: ReadonlySet<NodeCondition> = new Set(['other chain', 'pruned', 'away'])
/** Impatient, so that what strikes is felt. */
const impatient = { rpc: { timeoutMs: 150, retries: 1 } }
/** A server takes its time to accept a connection. */
const storeOf = {
  sqlite: { waitMs: 60 },
  postgres: { waitMs: 5_000, statementMs: 400 },
} as const

/** Lets one or two workers work for a while, strikes, and ends them, mostly by force. */
export const runWorkers: ScenarioAct = async (context) => {
  const { dice, strike } = context
  if (dice.chance(0.6)) for (const code of await repair(context)) context.parked.add(code)
  const workers = await openWorkers(context)
  await Promise.all(workers.map((worker) => worker.begin()))
  await reach(workers, dice.pick([0, 0, 2, 6]))
  const isHopeless = hopeless.has(await injectFaults(context))
  const until = performance.now() + (isHopeless ? dice.within(50, 300) : patienceMs)
  const enough = daysOf(workers) + dice.within(1, 20)
  const strikes = [...disturbancesOf(context)]
  for (;;) {
    const left = until - performance.now()
    if (left <= 0 || workers.every((worker) => worker.isDead())) break
    if (strikes.length === 0 && (daysOf(workers) >= enough || areDone(workers))) break
    await wait(Math.min(left, dice.within(2, 40)))
    await strikes.pop()?.(context, workers)
    for (const { context } of workers) context.scans.clear()
  }
  await clearFaults(context)
  for (const [index, worker] of workers.entries()) {
    const isKilled = worker.isDead() || dice.chance(0.6)
    if (isKilled) strike('kill')
    context.report(`${isKilled ? 'killing' : 'closing'} worker ${index + 1}`)
    await (isKilled ? worker.kill() : worker.close())
    context.countDays(countOf(worker))
  }
}

/** Lets workers read so many days undisturbed, if they can. */
async function reach(workers: readonly IndexWorker[], days: number): Promise<void> {
  const until = performance.now() + patienceMs
  while (daysOf(workers) < days && !areDone(workers) && performance.now() < until) await wait(2)
}

/** No work is left, or no worker is left to do it. */
function areDone(workers: readonly IndexWorker[]): boolean {
  return workers.every(({ events, isDead }) => {
    const last = events.findLast(({ event }) => event === 'scanned')
    return isDead() || (last?.event === 'scanned' && last.flows === 0)
  })
}

function daysOf(workers: readonly IndexWorker[]): number {
  return workers.reduce((days, worker) => days + countOf(worker), 0)
}

async function openWorkers(context: ScenarioContext): Promise<readonly IndexWorker[]> {
  const { dice, strike } = context
  const isPair = dice.chance(0.3)
  if (isPair) strike('two workers')
  // Two of the same kind meet at the same days.
  const workerOptions = {
    order: dice.pick(['oldest', 'newest'] as const),
    concurrency: dice.pick([1, 4, 8]),
  }
  const open = () =>
    openIndexWorker(
      planOn(context, {
        ...impatient,
        store: storeOf[context.home.kind],
        ...workerOptions,
        dieAt: dice.chance(0.6) ? dice.within(1, 400) : null,
      }),
    )
  return isPair ? Promise.all([open(), open()]) : [await open()]
}

function disturbancesOf({ dice, branch, finality }: ScenarioContext): readonly Disturbance[] {
  const common = [duplicate, jump, block]
  const strikes: Disturbance[] = common.filter(() => dice.chance(0.4))
  if (branch === null) return strikes
  const more = finality.kind === 'depth' ? reorgAboveFinal : reorgFinal
  return [...strikes, more, ...(dice.chance(0.5) ? [more] : [])]
}

const duplicate: Disturbance = async ({ home, dice, strike }, workers) => {
  const flows = Array.from({ length: 20 }, (): Flow => {
    const place = { tenantId: home.tenantId, ...dice.pick(home.places) }
    const day = shiftDay('2026-01-01', dice.within(0, 43))
    return [
      { kind: 'vault.snapshot', ...place, day, reason: null },
      { kind: 'vault.daily', ...place, day },
      { kind: 'vault.performance', ...place, day },
    ]
  })
  strike('duplicates', flows.length)
  for (const { context, queue, isDead } of workers) {
    if (isDead()) continue
    // Some of them fail as the node does; who died meanwhile never answers.
    for (let times = 0; times < 2; times++)
      scanChain(context, slug, { order: 'newest' }).catch(() => {})
    queue.add([...flows, ...flows]).catch(() => {})
  }
}

const jump: Disturbance = async ({ clock, dice, strike }) => {
  strike('clock jump')
  clock.skewTo(dice.within(-40, 40) * 86_400)
}

const block: Disturbance = async ({ home, dice, strike }) => {
  strike('database busy')
  const letGo = await lockHome(home)
  await wait(dice.within(20, 300))
  await letGo()
}

/** Blocks that were not final are others. */
const reorgAboveFinal: Disturbance = async ({ branch, dice, finality, strike }) => {
  if (finality.kind !== 'depth') return
  strike('reorg above final')
  await branch!.replace(dice, dice.within(1, Number(finality.blocks)))
}

/** Blocks that were taken as final are others. */
const reorgFinal: Disturbance = async ({
  branch,
  dice,
  home,
  replacedBlocks: lostGround,
  strike,
}) => {
  strike('reorg of final')
  // One stays: Anvil does not go back to a state that it was started with.
  await branch!.replace(dice, dice.within(1, branch!.length() - 1))
  for (const row of await home.ask('select vault, day, block_hash from reading')) {
    lostGround.push({
      vault: String(row.vault),
      day: String(row.day),
      hash: String(row.block_hash),
    })
  }
}
