import type { Address } from '@vaultwright/base'
import type { HoldingResult } from '@vaultwright/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRandom } from '../../scripts/vector/random.mjs'
import { runsOf } from '../support/runs.ts'
import {
  build,
  type CaseRunner,
  execute,
  openCaseRunner,
  positionsOf,
  setRoot,
} from './driver/case-runner.ts'
import { planCases } from './driver/case-tree.ts'
import { exits, type Random } from './driver/exit.ts'
import { markets } from './market/market-list.ts'
import { openRealWorld, type RealWorld } from './world/real-world.ts'

/** Steps of each history; a campaign takes 150. */
const steps = Math.max(15, Math.min(150, runsOf(1 / 8)))
const seed = Number(process.env.FUZZ_SEED ?? 0x9051)

let world: RealWorld
beforeAll(async () => {
  world = await openRealWorld(markets)
})
afterAll(() => world?.close())

describe.each(exits)('$protocol', ({ protocol, routes, stir, exit, slack }) => {
  test('law: over a random history the reader finds what the protocol says and a full exit pays', async ({
    skip,
  }) => {
    const reason = world.missing.get(protocol)
    if (reason !== undefined) return skip(reason)
    const market = markets.find((entry) => entry.protocol === protocol)!
    const runner = await openCaseRunner(world, await planCases(world.chain, market))
    const random = openRandom(seed)
    const counts = { run: 0, refused: 0 }
    let spotCount = 0
    await world.undone(async () => {
      const { chain } = world
      await setRoot(chain, runner.plan.tree)
      for (let step = 0; step < steps; step++) {
        const route = random.pick(routes)
        if (await isRun(runner, route, random)) counts.run++
        else counts.refused++
        const spotTerms = spotTermsOf((await positionsOf(runner)).holdings)
        spotCount += spotTerms.length
        await stir(chain, random)
        await chain.ask('evm_mine')
        const { timestamp } = await runner.chain.readBlock('latest')
        const { holdings, failures } = await positionsOf(runner)
        expect(failures).toEqual([])
        // Trades in its pool move the tokens of a position, and none of the facts that its least is counted by.
        expect(spotTermsOf(holdings)).toEqual(spotTerms)
        const totals = sumOf(
          holdings.flatMap((holding) =>
            holding.protocol === protocol ? [[holding.asset, holding.amount] as const] : [],
          ),
        )
        const paid = sumOf(await exit(chain, timestamp))
        const differences = [...new Set([...totals.keys(), ...paid.keys()])].flatMap((asset) => {
          const [readTotal, paidTotal] = [totals.get(asset) ?? 0n, paid.get(asset) ?? 0n]
          const difference = readTotal > paidTotal ? readTotal - paidTotal : paidTotal - readTotal
          return difference <= slack
            ? []
            : [{ step, route, asset, read: readTotal, paid: paidTotal }]
        })
        expect(differences).toEqual([])
      }
    })
    expect(counts.run).toBeGreaterThan(steps / 3)
    expect(spotCount > 0).toBe(protocol === 'uniswap_v3')
    console.log(`${protocol}: ${counts.run} actions ran, ${counts.refused} were refused`)
  })
})

/** Lists range and liquidity of the positions in pools. */
function spotTermsOf(holdings: readonly HoldingResult[]) {
  return holdings.flatMap(({ spot }) => {
    if (spot?.kind !== 'liquidity') return []
    const { beside: _, ...terms } = spot
    return terms
  })
}

/** Runs an action with other amounts than its case; false where the builder or the contract refuses it. */
async function isRun(runner: CaseRunner, route: string, random: Random): Promise<boolean> {
  const planned = runner.plan.cases.find((entry) => entry.action.route === route)!
  const { parameters } = planned.action
  const scale = (1 + random.below(300)) / 100
  const scaled = (value: unknown) => (Number(value) * scale).toFixed(6)
  const params = Object.fromEntries(
    Object.entries(planned.params).map(([name, value]) => {
      const { kind } = parameters[name]!
      if (kind === 'amount') return [name, scaled(value)]
      return [name, kind === 'minimum' ? '0.000001' : value]
    }),
  )
  try {
    const { calldata } = await build(runner, params, planned)
    await execute(runner.world.chain, calldata)
    return true
  } catch {
    return false
  }
}

function sumOf(entries: readonly (readonly [Address, bigint])[]): Map<Address, bigint> {
  const sums = new Map<Address, bigint>()
  for (const [asset, amount] of entries) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  return sums
}
