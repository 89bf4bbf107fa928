import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../../support/node/local-chain.ts'
import {
  digestOf,
  openReplayWorld,
  order,
  partsOf,
  printReceipts,
  printValues,
  type ReplayWorld,
  replayAll,
} from './replay-world.ts'

const size = { vaults: 12, days: 365 }
const days = size.vaults * size.days
/** Computed from each reading by itself, on the local chain as it is, by day@2, daily@1 and performance@2. */
const golden = {
  values: '4b423e6399a34325e870ca2a7fe139fb01cf7c39e2d626a764cabc553e26ea49',
  receipts: 'bf3f0e89161def3c6b56c284e9acfa26e2f67442c31ea82f7673f32d73817c31',
}

let local: LocalChain
let world: ReplayWorld

beforeAll(async () => {
  local = await startLocalChain()
  world = await openReplayWorld(local, size)
})
afterAll(async () => {
  world?.close()
  await local?.anvil.close()
})

test('golden: values, bases and receipts of 4,380 days are what they were before, from readings and from packs', async () => {
  const home = world.fork()
  const store = await home.open()
  const none = { days, added: 0, completed: 0, revised: 0, unchanged: 0 }
  const added = { ...none, stale: 3 * days, added: 3 * days }
  expect(await replayAll(partsOf(store))).toEqual(added)
  const tables = async () => ({
    values: digestOf(printValues(home)),
    receipts: digestOf(await printReceipts(store, home)),
  })
  expect(await tables()).toEqual(golden)
  const packs = home.sql('select count(*) as count from state_pack')
  // The days of 2025 lie in thirteen periods of 32 days.
  expect(packs).toEqual([{ count: 13 * size.vaults }])
  home.dropValues()
  expect(await replayAll(partsOf(store))).toEqual(added)
  expect(await tables()).toEqual(golden)
  expect(await replayAll(partsOf(store))).toEqual({ ...none, stale: 0, unchanged: 3 * days })
  const all = await replayAll(partsOf(store), { ...order, values: 'all' })
  expect(all).toEqual({ ...none, stale: 3 * days, unchanged: 3 * days })
  await store.close()
})
