import { readQueue } from '@vaultwright/chain'
import { expect, test } from 'vitest'
import { localChainOfTest, placeOf } from '../../support/node/local-chain.ts'
import { openQueueWorld, runHistory } from './history.ts'

test('law: logs, folded in any way, give the set of the contract after every block of a real EVM', async () => {
  const world = await openQueueWorld(await localChainOfTest())
  const count = await runHistory(world, { actions: 26, seed: 7 })
  expect(count.blocks + count.reorganisations).toBe(26)
  const { reorganisations, solved, refused, cancelled, replaced } = count
  expect(Math.min(reorganisations, solved, refused, cancelled, replaced)).toBeGreaterThan(0)
  const block = await world.chain.readBlock('latest')
  const query = { address: world.address, block, proves: true }
  const proven = await readQueue(world.chain, query)
  expect([proven.check.state, proven.isProven, proven.unknowable]).toEqual(['agrees', true, []])
  expect(proven.queue.ids.length).toBeGreaterThan(0)

  // A node that keeps a log back is found out by the next one, or by the contract's proven word.
  const lastLog = [...proven.queue.requests.values()].at(-1)!.block
  const lying = {
    ...world.chain,
    readLogs: async (range: Parameters<typeof world.chain.readLogs>[0]) =>
      (await world.chain.readLogs(range)).filter((log) => log.blockNumber < lastLog),
  }
  expect((await readQueue(lying, query)).check.state).toBe('differs')
})

test('refuses: a contract that is no queue, an empty account, the queue of another vault, a late start', async () => {
  const local = await localChainOfTest()
  const { chain, address, vault } = await openQueueWorld(local)
  const block = await chain.readBlock('latest')
  const refusal = async (query: Partial<Parameters<typeof readQueue>[1]>) => {
    const run = readQueue(chain, { address, block, proves: false, ...query })
    return run.then(
      () => null,
      (error: { readonly code: string }) => error.code,
    )
  }
  expect(await refusal({ vault })).toBeNull()
  expect(await refusal({ address: vault })).toBe('not_a_queue')
  expect(await refusal({ address: '0x00000000000000000000000000000000000000A9' })).toBe('no_code')
  expect(await refusal({ vault: placeOf(local, 'Local USD') })).toBe('queue_of_another_vault')
  expect(await refusal({ fromBlock: block.number + 1n })).toBe('queue_start_late')
})
