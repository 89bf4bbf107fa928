import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pricesOf } from '../support/index/indexer-harness.ts'
import { startIndexProcess } from '../support/index-world/index-world-process.ts'
import { emptyRedis } from '../support/index-world/index-world-redis.ts'
import type { Service } from '../support/service/service-process.ts'
import type { ScenarioAct } from './index-scenario-context.ts'

/** A queue takes longer to give up on a killed process than a test should wait. */
const patienceMs = 6_000

/** Starts the indexer as a process, or two that share a queue, and kills whatever runs, at any moment. */
export function killProcesses(server: Service | null): ScenarioAct {
  return async (context) => {
    const { dice, strike, home, node, world } = context
    const isShared = server !== null && dice.chance(0.5)
    const folder = mkdtempSync(join(tmpdir(), 'vaultwright-faults-'))
    const prices = join(folder, 'prices.yaml')
    writeFileSync(prices, pricesOf(world.manifest))
    const variables = {
      DATABASE_URL: home.url,
      LOCAL_RPC_URL: node.url,
      PRICES_FILE: prices,
      INDEX_ORDER: dice.pick(['oldest', 'newest']),
      INDEX_SCAN_SECONDS: '1',
      ...(isShared ? { REDIS_URL: server.url } : {}),
    }
    if (isShared) {
      strike('two workers')
      await emptyRedis(server.url)
    }
    if (dice.chance(0.5))
      node.injectFaults({ seed: dice.within(0, 1e9), share: 0.05, kinds: ['busy', 'drop'] })
    const kills = dice.within(1, 2)
    for (let number = 0; number < kills; number++) {
      const processes = [startIndexProcess(variables)]
      if (isShared) processes.push(startIndexProcess(variables))
      await processes[0]!.reached(dice.within(1, 30), patienceMs)
      for (const indexProcess of processes) {
        await indexProcess.kill('SIGKILL')
        strike('SIGKILL')
        context.countDays(indexProcess.days())
      }
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
