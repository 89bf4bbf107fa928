import { afterAll, expect, test } from 'vitest'
import { openChainPool } from '../service/service-chain.ts'
import { startLocalChain } from './local-chain.ts'

const account = `0x${'7'.repeat(40)}`
/** Of this file alone: from that of the run another file may take the chain that is looked at. */
const pool = openChainPool()
afterAll(() => pool.close())

test('law: a chain is lent again as it was made, whatever its last user did to it', async () => {
  const first = await startLocalChain(pool.lend)
  const { pid } = first.anvil
  const before = await first.anvil.rpc.ask(look)
  const changes = [
    ['anvil_setBalance', account, '0x5'],
    ['evm_setAutomine', false],
    ['evm_mine'],
    ['anvil_mine', '0x3'],
  ] as const
  for (const [method, ...params] of changes) {
    expect(await first.anvil.rpc.ask([{ method, params }])).toMatchObject([{ ok: true }])
  }
  expect(await first.anvil.rpc.ask(look)).not.toEqual(before)
  await first.anvil.close()
  await first.anvil.close()
  const [again, second] = [await startLocalChain(pool.lend), await startLocalChain(pool.lend)]
  expect(again.anvil.pid).toBe(pid)
  expect(await again.anvil.rpc.ask(look)).toEqual(before)
  // Two at once are two.
  expect(second.anvil.pid).not.toBe(pid)
  await Promise.all([again, second].map((chain) => chain.anvil.close()))
})

test('refuses: a chain whose history went on below its snapshot is not lent again', async () => {
  const chain = await startLocalChain(pool.lend)
  await chain.anvil.rpc.ask([{ method: 'anvil_reset', params: [] }])
  await chain.anvil.close()
  const next = await startLocalChain(pool.lend)
  expect(next.anvil.pid).not.toBe(chain.anvil.pid)
  await next.anvil.close()
})

const look = [
  { method: 'eth_getBlockByNumber', params: ['latest', false] },
  { method: 'eth_getBalance', params: [account, 'latest'] },
  { method: 'anvil_getAutomine', params: [] },
]
