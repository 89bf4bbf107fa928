import { expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { openSolanaWorld } from '../world.ts'
import { checkLosses } from './loss.ts'

test('law: whoever signs what gets a yes loses the stated fee at most, and the vault what is said', async () => {
  const world = await openSolanaWorld()
  try {
    const { yes, executed, durable, other: otherCount } = await checkLosses(world, runsOf(1.5))
    expect(executed).toBeGreaterThan(yes / 4)
    expect(durable).toBeGreaterThan(0)
    expect(Math.min(yes, otherCount)).toBeGreaterThan((yes + otherCount) / 50)
  } finally {
    await world.close()
  }
})
