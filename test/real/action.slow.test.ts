import { afterAll, beforeAll, describe, test } from 'vitest'
import { planCases } from './driver/case-tree.ts'
import { type CaseRunner, openCaseRunner, runCase } from './driver/run-case.ts'
import type { RealCase } from './market/market.ts'
import { markets } from './market/market-list.ts'
import { openRealWorld, type RealWorld } from './world/real-world.ts'

let world: RealWorld
beforeAll(async () => {
  world = await openRealWorld(markets)
})
afterAll(() => world?.close())

describe.each(markets)('$protocol', (market) => {
  let runner: CaseRunner | null = null
  beforeAll(async () => {
    if (!world.missing.has(market.protocol))
      runner = await openCaseRunner(world, await planCases(world.chain, market))
  })

  const cases = market.cases.filter(({ isStep }) => isStep !== true)
  const named = cases.map((realCase) => [nameOf(realCase), realCase] as const)
  test.for(named)('law: %s', async ([, realCase], { skip }) => {
    if (runner === null) return skip(world.missing.get(market.protocol))
    const planned = runner.plan.cases.find((entry) => entry.realCase === realCase)!
    await runCase(runner, planned)
  })
})

function nameOf({ route, variant, refused }: RealCase): string {
  const title = variant === undefined ? route : `${route}, ${variant},`
  return `${title} ${refused === undefined ? 'runs on' : 'is refused by'} the real contract`
}
