import type { Hex } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import { expect, test } from 'vitest'
import { openChainMemory } from './chains.ts'
import { lazyReads } from './lazy-read.ts'

const to = `0x${'1'.repeat(40)}` as const
const decimals = { to, data: '0x313ce567' } as const
const allowance = { to, data: '0xdd62ed3e' } as const

/** A chain that notes what it is asked, and answers with the number of its block. */
function accessOf(asked: unknown[]) {
  let block = 0n
  const chain = {
    readBlock: async () => ({ number: ++block, hash: `0x${block}` as Hex, timestamp: 0n }),
    readCalls: async (calls: readonly { data: Hex }[], at: { number: bigint }) => {
      asked.push([at.number, ...calls.map(({ data }) => data)])
      return calls.map(() => ({ ok: true, data: `0x${at.number}` }) as const)
    },
  } as unknown as Chain
  return { open: async () => chain, memory: openChainMemory() }
}

test('default: one request reads at one block, the next at a newer one', async () => {
  const calls: unknown[] = []
  const access = accessOf(calls)
  const reads = lazyReads(access)
  expect(calls).toEqual([])
  await Promise.all([reads([allowance]), reads([allowance])])
  await lazyReads(access)([allowance])
  expect(calls).toEqual([
    [1n, allowance.data],
    [2n, allowance.data],
  ])
})

test('behavior: decimals are asked once, allowances each time, answers in the order of the questions', async () => {
  const calls: unknown[] = []
  const access = accessOf(calls)
  expect(await lazyReads(access)([allowance, decimals])).toEqual([
    { ok: true, data: '0x1' },
    { ok: true, data: '0x1' },
  ])
  expect(await lazyReads(access)([decimals, allowance])).toEqual([
    { ok: true, data: '0x1' },
    { ok: true, data: '0x2' },
  ])
  expect(await lazyReads(access)([decimals])).toEqual([{ ok: true, data: '0x1' }])
  expect(calls).toHaveLength(2)
})

test('behavior: a failure is not kept', async () => {
  let isUp = false
  const up = accessOf([])
  const open = () => (isUp ? up.open() : Promise.reject(new Error('down')))
  const access = { open, memory: openChainMemory() }
  await expect(lazyReads(access)([decimals])).rejects.toThrow('down')
  isUp = true
  expect(await lazyReads(access)([decimals])).toEqual([{ ok: true, data: '0x1' }])
})

test('behavior: a token that does not say its decimals now is asked again in the next block', async () => {
  let isThere = false
  const chain = {
    readBlock: async () => ({ number: 1n, hash: isThere ? '0x2' : '0x1', timestamp: 0n }),
    readCalls: async () => [{ ok: isThere, data: '0x' }],
  } as unknown as Chain
  const access = { open: async () => chain, memory: openChainMemory() }
  expect(await lazyReads(access)([decimals])).toEqual([{ ok: false, data: '0x' }])
  isThere = true
  expect(await lazyReads(access)([decimals])).toEqual([{ ok: true, data: '0x' }])
})
