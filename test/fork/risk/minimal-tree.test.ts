import { openChain } from '@vaultwright/chain'
import { fileOf } from '@vaultwright/formats'
import { buildLeafTree } from '@vaultwright/manager'
import { readManagerHistory } from '@vaultwright/operations'
import { ruleBook as rules } from '@vaultwright/protocols'
import { minimalTreeOf, type RunBatch, usageOf } from '@vaultwright/review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree, placeOf, startLocalChain } from '../../support/node/local-chain.ts'

type Local = Awaited<ReturnType<typeof startLocalChain>>
const file = localTree('local-eth-main-3')
let local: Local
let batches: readonly RunBatch[] = []
let hidden: readonly string[] = []

beforeAll(async () => {
  local = await startLocalChain()
  const chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
  const to = await chain.readBlock('latest')
  const manager = placeOf(local, 'Local ETH: manager')
  const strategist = placeOf(local, 'strategist')
  const history = await readManagerHistory(chain, { manager, from: 0n, to, strategist })
  batches = history.batches
  hidden = history.hidden
})

afterAll(() => local?.anvil.close())

test('law: the least tree permits every call of the 45 days, and no leaf of it is idle', () => {
  const usage = usageOf(file, batches, { rules })
  expect(batches.length).toBeGreaterThan(10)
  expect({ hidden, unread: usage.unread, unpermitted: usage.unpermitted }).toEqual({
    hidden: [],
    unread: [],
    unpermitted: [],
  })
  const minimum = minimalTreeOf(file, usage)!
  const again = usageOf(minimum, batches, { rules })
  expect(again.unpermitted).toEqual([])
  expect(again.unused).toEqual([])
  expect(again.calls).toBe(usage.calls)
  expect(minimum.tree.leaves.length).toBeLessThan(file.tree.leaves.length)
  console.log(
    `least tree: ${usage.batches} batches, ${usage.calls} calls; ${usage.used.length} leaves used, ${usage.unused.length} unused`,
  )
})

test('law: without any one of its leaves the least tree refuses a call of the history', () => {
  const usage = usageOf(file, batches, { rules })
  const leaves = usage.used.map(({ position }) => file.tree.leaves[position]!)
  for (const leaf of leaves) {
    const remaining = leaves.filter((one) => one !== leaf)
    const smaller = fileOf(buildLeafTree(remaining), file.metadata)
    expect(usageOf(smaller, batches, { rules }).unpermitted.length).toBeGreaterThan(0)
  }
})

test('refuses: calldata that is no batch, which is named and not counted', () => {
  const broken = { data: '0x244b0f6a00', timestamp: 1n, name: '0xbroken' } as const
  const usage = usageOf(file, [broken], { rules })
  expect(usage).toMatchObject({ calls: 0, used: [], unread: [{ batch: '0xbroken' }] })
  expect(minimalTreeOf(file, usage)).toBeNull()
})
