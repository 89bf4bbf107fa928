import { setTimeout as wait } from 'node:timers/promises'
import { type Flow, scanChain } from '@vaultwright/indexer'
import { shiftDay } from '@vaultwright/valuation'
import { slug } from '../indexer/world.ts'
import { lockHome } from '../support/index-world-lock.ts'
import { type IndexWorker, openIndexWorker } from '../support/index-world-worker.ts'
import { calm, setMood } from './index-node-mood.ts'
import { type Act, countOf, planOn, repair, type Stage } from './index-stage.ts'

/** Something that happens while workers work. */
type Strike = (stage: Stage, workers: readonly IndexWorker[]) => Promise<void>

/** The longest that is waited for days that nothing keeps from coming. */
const calmMs = 3_000
/** Impatient, so that what strikes is felt. */
const impatient = { rpc: { timeoutMs: 150, retries: 1 } }
/** A server takes its time to let somebody in. */
const storeOf = {
  sqlite: { waitMs: 60 },
  postgres: { waitMs: 5_000, statementMs: 400 },
} as const

/** Lets one or two workers work for a while, strikes, and ends them, mostly by force. */
export const live: Act = async (stage) => {
  const { dice, strike } = stage
  if (dice.chance(0.6)) for (const code of await repair(stage)) stage.parked.add(code)
  const mood = await setMood(stage)
  const workers = await openWorkers(stage)
  const until = performance.now() + (mood === 'calm' ? calmMs : dice.within(60, 500))
  const enough = dice.within(1, 30)
  const strikes = [...strikesOf(stage)]
  for (const worker of workers) await worker.begin()
  for (;;) {
    const left = until - performance.now()
    if (left <= 0 || workers.every((worker) => worker.isDead())) break
    if (strikes.length === 0 && daysOf(workers) >= enough) break
    await wait(Math.min(left, dice.within(2, 40)))
    await strikes.pop()?.(stage, workers)
    for (const { context } of workers) context.scans.clear()
  }
  await calm(stage)
  for (const worker of workers) {
    const isKilled = worker.isDead() || dice.chance(0.6)
    if (isKilled) strike('kill')
    await (isKilled ? worker.kill() : worker.close())
    stage.countDays(countOf(worker))
  }
}

function daysOf(workers: readonly IndexWorker[]): number {
  return workers.reduce((days, worker) => days + countOf(worker), 0)
}

async function openWorkers(stage: Stage): Promise<readonly IndexWorker[]> {
  const { dice, strike } = stage
  const isPair = dice.chance(0.3)
  if (isPair) strike('two workers')
  const open = () =>
    openIndexWorker(
      planOn(stage, {
        ...{ ...impatient, store: storeOf[stage.home.kind] },
        order: dice.pick(['oldest', 'newest']),
        concurrency: dice.pick([1, 4, 8]),
        dieAt: dice.chance(0.6) ? dice.within(1, 400) : null,
      }),
    )
  return isPair ? [await open(), await open()] : [await open()]
}

function strikesOf({ dice, branch, finality }: Stage): readonly Strike[] {
  const common = [duplicate, jump, block]
  const strikes: Strike[] = common.filter(() => dice.chance(0.4))
  if (branch === null) return strikes
  const more = finality.kind === 'depth' ? replaceAbove : replaceFinal
  return [...strikes, more, ...(dice.chance(0.5) ? [more] : [])]
}

const duplicate: Strike = async ({ home, dice, strike }, workers) => {
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

const jump: Strike = async ({ clock, dice, strike }) => {
  strike('clock jump')
  clock.skewTo(dice.within(-40, 40) * 86_400)
}

const block: Strike = async ({ home, dice, strike }) => {
  strike('database busy')
  const letGo = await lockHome(home)
  await wait(dice.within(20, 300))
  await letGo()
}

/** Blocks that were not final are others. */
const replaceAbove: Strike = async ({ branch, dice, finality, strike }) => {
  if (finality.kind !== 'depth') return
  strike('reorg above final')
  await branch!.replace(dice, dice.within(1, Number(finality.blocks)))
}

/** Blocks that were taken as final are others. */
const replaceFinal: Strike = async ({ branch, dice, home, lostGround, strike }) => {
  strike('reorg of final')
  await branch!.replace(dice, dice.within(1, branch!.length()))
  for (const row of await home.ask('select vault, day, block_hash from reading')) {
    lostGround.push({
      ...{ vault: String(row.vault), day: String(row.day), hash: String(row.block_hash) },
    })
  }
}
