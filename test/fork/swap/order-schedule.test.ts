import type { LocalChain } from '@vaultwright/chain'
import { checksumOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { askRpc } from '../../support/node/test-chain.ts'
import { runsOf } from '../../support/runs.ts'
import { chainWorld, type OrderChain, openOrderChain } from '../../support/swap/order-chain.ts'
import { orderSchedule, runOrderSchedule } from '../../support/swap/order-schedule.ts'

/** A campaign runs 200. */
const numRuns = Math.max(8, runsOf(1 / 100))
let local: LocalChain
let orderChain: OrderChain
let owners = 0

beforeAll(async () => {
  local = await startLocalChain()
  // Every block of a schedule is of the same second, unless time passes.
  await askRpc(local.anvil.rpc, 'anvil_setBlockTimestampInterval', 0)
  orderChain = await openOrderChain(local)
})
afterAll(async () => {
  if (local === undefined) return
  await askRpc(local.anvil.rpc, 'anvil_removeBlockTimestampInterval')
  await local.anvil.close()
})

const nextOwner = () => checksumOf(`0xfeed${(++owners).toString(16).padStart(36, '0')}`)

test('law: orders of one token on the chain are in the states of a model, and so are all sums', async () => {
  const schedules = fc.tuple(orderSchedule, fc.bigInt({ min: 0n, max: 100n }))
  await fc.assert(
    fc.asyncProperty(schedules, async ([events, start]) => {
      const world = await chainWorld(orderChain, nextOwner(), start)
      await runOrderSchedule(world, events, start)
    }),
    { numRuns },
  )
})

test('golden: an order, a part of it filled, another beside it, the first cancelled', async () => {
  const place = { kind: 'place', life: 300n, isPart: true } as const
  const world = await chainWorld(orderChain, nextOwner(), 50n)
  await runOrderSchedule(
    world,
    [
      { ...place, sell: 20n, buy: 30n },
      { kind: 'fill', at: 0, share: 1, better: 0n },
      // The same terms in the same second: another uid.
      { ...place, sell: 20n, buy: 30n },
      { kind: 'fill', at: 1, share: 4, better: 2n },
      { ...place, sell: 100n, buy: 1n },
      { kind: 'cancel', at: 0, isFinal: true },
      { kind: 'fill', at: 0, share: 4, better: 2n },
      { kind: 'pass', seconds: 400n },
    ],
    50n,
  )
  const states = await world.read()
  expect(states.map(({ status }) => status)).toEqual(['cancelled', 'filled'])
  expect((await world.funds()).allowance).toBe(0n)
})
