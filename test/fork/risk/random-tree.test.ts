import type { Leaf } from '@vaultwright/manager'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import { runsOf } from '../../support/runs.ts'
import { openRiskWorld, type RiskWorld } from './risk-world.ts'
import { type TakenWay, takers } from './take.ts'

let world: RiskWorld
const leaves = localTree('local-eth-main-3').tree.leaves
const counts = { trees: 0, ways: 0, taken: 0 }
const untaken = new Set<string>()

beforeAll(async () => {
  world = await openRiskWorld()
})

afterAll(async () => {
  await world?.close()
  console.log(
    `random trees: ${counts.trees} trees, ${counts.ways} ways out, ${counts.taken} taken on the chain; judged without a call of their own: ${[...untaken].sort().join(', ')}`,
  )
})

/** Kinds that say how a leaf is judged, or that name what another kind takes. */
const judged = [
  'debt',
  'decoder_read',
  'decoder_version',
  'drone',
  'free_market',
  'read_payload',
  'pool_price',
]

test('law: every way out that a random tree is said to have takes what its sentence says', async () => {
  const subset = fc.subarray([...leaves], { minLength: 1, maxLength: 8 })
  const trees = fc.sample(subset, { numRuns: runsOf(1 / 10), seed: 4711 })
  for (const tree of trees) await takeAll(tree)
  expect([...untaken].filter((code) => !judged.includes(code))).toEqual([])
  expect(counts.taken).toBeGreaterThan(0)
})

async function takeAll(tree: readonly Leaf[]): Promise<void> {
  counts.trees++
  await world.undone(async () => {
    const { report } = await world.grant(tree)
    for (const way of report.risks) {
      counts.ways++
      const take = takers[way.code]
      const isRun = way.worst !== null && take !== undefined && isTakable(way as TakenWay)
      if (isRun) {
        counts.taken++
        await world
          .undone(() => take(world, way as TakenWay))
          .catch((error) => {
            throw new Error(`${way.code} (${way.sentence}): ${error}`)
          })
      } else untaken.add(way.code)
    }
  })
}

/** Pools of the local chain whose price moves, and calls that need no state that another call makes. */
function isTakable({ code, worst }: TakenWay): boolean {
  const isMove = /^0x(a9059cbb|095ea7b3)/.test(worst.data)
  if (code === 'drone') return isMove
  return code !== 'pool_price' || worst.target === world.at('Uniswap router')
}
