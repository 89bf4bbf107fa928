import { expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { openSolanaWorld } from '../world.ts'
import { checkLosses } from './loss.ts'

test('law: of thousands of transactions no yes costs more than it says', async () => {
  const world = await openSolanaWorld()
  try {
    const { yes, executed, durable, other: otherCount } = await checkLosses(world, runsOf(20))
    expect(executed).toBeGreaterThan(yes / 4)
    expect(durable).toBeGreaterThan(0)
    expect(Math.min(yes, otherCount)).toBeGreaterThan((yes + otherCount) / 50)
  } finally {
    await world.close()
  }
})
