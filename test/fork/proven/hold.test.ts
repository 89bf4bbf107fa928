import { readProvenState, simulateProvenOn } from '@vaultwright/chain'
import { compareHold, isHeld, type Simulation } from '@vaultwright/outcome'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRandom, type Random } from '../../../scripts/vector/random.mjs'
import { hardforksTried } from '../../support/proven/share.ts'
import { numRuns } from '../../support/runs.ts'
import { openBatchSource } from '../simulation/matrix/random-batch.ts'
import { type MatrixWorld, openMatrixWorld, undone } from '../simulation/matrix/world.ts'
import { generatedBatch } from './generated.ts'

const batches = { numRuns: Math.max(12, Math.ceil(numRuns / 100)) }

describe.each(hardforksTried(['osaka']))('%s', (hardfork) => {
  let world: MatrixWorld
  const counts = { held: 0, moved: 0, same: 0 }

  beforeAll(async () => {
    world = await openMatrixWorld(hardfork)
    await world.settle()
  })
  afterAll(async () => {
    await world?.close()
    console.log(
      `${hardfork}: of ${counts.held + counts.moved} batches ${counts.held} held at a later block, and were the same there; of ${counts.moved} something moved, and ${counts.same} of them were the same all the same`,
    )
  })

  test('law: where nothing moved, the simulation is the same at both blocks for the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(...happenings), async (seed, happen) => {
        const { request, options, proven } = await generatedBatch(world, seed)
        await undone(world, async () => {
          await happen(world, openRandom(seed + 1))
          const now = await world.chain.readBlock('latest')
          const state = await readProvenState(world.chain, proven.slotUse, now)
          const hold = compareHold(proven, state)
          const later = await simulateProvenOn(world.chain, { ...request, block: now }, options)
          const isSame = sameOf(later.simulation) === sameOf(proven.simulation)
          if (isHeld(hold)) {
            expect(sameOf(later.simulation)).toBe(sameOf(proven.simulation))
            counts.held++
          } else {
            counts.moved++
            if (isSame) counts.same++
          }
          // Nothing but an empty block moves nothing.
          if (happen === passTime) expect(hold).toMatchObject({ accounts: [], moved: [] })
        })
      }),
      { ...batches, examples: happenings.map((happen, seed) => [seed, happen]) },
    )
    expect(Math.min(counts.held, counts.moved)).toBeGreaterThan(0)
  }, 7_200_000)
})

/** All of a simulation but the block whose state it met. */
function sameOf({ block, ...fields }: Simulation): string {
  return JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

type Happening = (world: MatrixWorld, random: Random) => Promise<unknown>

const passTime: Happening = (world, random) =>
  world.ask('anvil_mine', `0x${(1 + random.below(3)).toString(16)}`)

/** The acts of others on the chain meanwhile. */
const happenings: readonly Happening[] = [
  passTime,
  (world, random) => sent(world, { to: random.account(), value: '0x1' }),
  (world, random) =>
    sent(world, { to: world.vault, value: `0x${(1 + random.below(99)).toString(16)}` }),
  (world) =>
    sent(world, {
      to: world.of('USDC'),
      data: `0x40c10f19${world.vault.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
    }),
  // The strategist was quicker than himself: another batch of his.
  (world, random) => {
    const data = openBatchSource(world, random).draw()
    return world.send({ from: world.of('strategist'), to: world.manager, data })
  },
]

async function sent(world: MatrixWorld, transaction: object): Promise<void> {
  await world.ask('eth_sendTransactionSync', { from: world.of('owner'), ...transaction })
}
