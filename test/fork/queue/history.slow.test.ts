import { expect, test } from 'vitest'
import { localChainOfTest } from '../../support/node/local-chain.ts'
import { openQueueWorld, runHistory } from './history.ts'

test('law: long histories with reorganisations to depth 20 agree after every block', async () => {
  const world = await openQueueWorld(await localChainOfTest())
  const counts = []
  for (const seed of [1, 2]) counts.push(await runHistory(world, { actions: 200, seed }))
  expect(Math.max(...counts.map(({ deepest }) => deepest))).toBe(20)
  for (const { reorganisations, solved, refused } of counts) {
    expect(Math.min(reorganisations, solved, refused)).toBeGreaterThan(5)
  }
})
