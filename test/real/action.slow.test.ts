import { evidenceOf, protocols } from '@vaultwright/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CaseRunner, openCaseRunner, runCase } from './driver/case-runner.ts'
import { planCases } from './driver/case-tree.ts'
import type { RealCase } from './market/market.ts'
import { markets } from './market/market-list.ts'
import { realPackageOf } from './package/real-package.ts'
import { openRealWorld, type RealWorld } from './world/real-world.ts'

let world: RealWorld
beforeAll(async () => {
  world = await openRealWorld(markets)
})
afterAll(() => world?.close())

/** The actions that run on real contracts, each with the package of the contract. */
const run = new Map(
  markets.flatMap(({ real, cases }) =>
    cases
      .filter(({ refused, isStep }) => refused === undefined && isStep !== true)
      .map((realCase) => [realCase.route, realPackageOf(realCase.real ?? real)] as const),
  ),
)

test('golden: the evidence of every action is what runs here', () => {
  const actions = protocols.flatMap((protocol) => protocol.actions)
  const real = actions.flatMap((action) => {
    const evidence = evidenceOf(action)
    return evidence.kind === 'real' ? [[action.route, evidence] as const] : []
  })
  const expected = [...run].map(
    ([route, { name, version }]) => [route, { kind: 'real', package: name, version }] as const,
  )
  expect(new Map(real)).toEqual(new Map(expected))
  console.log(`${run.size} of ${actions.length} actions run on real contracts`)
})

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
