import { setTimeout as wait } from 'node:timers/promises'
import { openBullQueue } from '@vaultwright/indexer'
import { emptyRedis } from '../support/index-world/index-world-redis.ts'
import { type IndexWorker, openIndexWorker } from '../support/index-world/index-world-worker.ts'
import { untilWhole } from '../support/progress.ts'
import type { Service } from '../support/service/service-process.ts'
import { clearFaults, injectFaults } from './index-node-fault.ts'
import {
  countOf,
  planOn,
  repair,
  type ScenarioAct,
  type ScenarioContext,
} from './index-scenario-context.ts'

const times = { lockMs: 1_000, stalledMs: 400, keepMs: 200, closeMs: 3_000, patienceMs: 4_000 }
/** The timeout of a node: a hang is felt, and a node on a busy machine is still heard. */
const timeoutMs = 2_000
/** A schedule whose next turn the server forgot is put back after a minute. */
const stillMs = 120_000

/** Lets two workers share a queue on a server that forgets everything and goes away. */
export function shareQueue(server: Service): ScenarioAct {
  return async (context) => {
    const { dice, strike } = context
    strike('two workers')
    const name = `faults-${dice.within(0, 1e9)}`
    const workers: IndexWorker[] = []
    for (let number = 0; number < 2; number++) {
      const queue = await openBullQueue({
        url: server.url,
        name,
        times,
        chains: ['local'],
        perMinute: () => null,
        onProblem: () => {},
      })
      workers.push(await openIndexWorker(planOn(context, { queue, rpc: { timeoutMs } })))
    }
    const condition = await injectFaults(context)
    for (const worker of workers) await worker.begin()
    const strikes = dice.within(1, 4)
    for (let number = 0; number < strikes; number++) {
      await wait(dice.within(20, 400))
      if (dice.chance(0.5)) await restart(context, server)
      else await flush(context, server)
    }
    await clearFaults(context)
    if (condition === 'other chain' || condition === 'pruned') {
      context.report('waiting for what was asked of the node before')
      // Who asked before may be told so, and note it, after a repair that does not wait for it.
      await Promise.all(workers.map((worker) => worker.ended()))
      for (const code of await repair(context)) context.parked.add(code)
    }
    context.report('waiting until every day is whole')
    const look = () => {
      // The rest between looks is of the time that passes outside, where this is a minute.
      for (const { context } of workers) context.scans.clear()
      return missingOf(context)
    }
    const isWhole = await untilWhole({ look, stillMs, pauseMs: 50 })
    if (!isWhole) context.parked.add('the shared queue did not finish')
    for (const [index, worker] of workers.entries()) {
      context.report(`closing worker ${index + 1}`)
      await worker.close()
      context.countDays(countOf(worker))
    }
  }
}

async function restart({ strike }: ScenarioContext, server: Service): Promise<void> {
  strike('Redis restart')
  await server.kill()
  await wait(100)
  await server.restart()
}

async function flush({ strike }: ScenarioContext, server: Service): Promise<void> {
  strike('Redis flush')
  await emptyRedis(server.url)
}

/** Every day that is over has its three values, or else how many there are of each. */
async function missingOf({ home, world }: ScenarioContext): Promise<string | null> {
  const days = (world.manifest.days - 1) * home.places.length
  const count = async (table: string) =>
    Number((await home.ask(`select count(*) as n from ${table}`))[0]!.n)
  const counts = await Promise.all(['reading', 'snapshot', 'daily_point', 'performance'].map(count))
  return counts.every((one) => one === days) ? null : counts.join()
}
