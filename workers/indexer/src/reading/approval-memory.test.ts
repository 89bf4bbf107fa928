import { RpcRefusedError } from '@vaultwright/chain'
import { vaultTopics } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { allowanceScopeOf, pairLimit } from './allowance.ts'
import { openApprovalMemory } from './approval-memory.ts'

const account = (at: number) => `0x${at.toString(16).padStart(40, '0')}` as const
const topic = (at: number) => `0x${at.toString(16).padStart(64, '0')}` as const
const hash = topic(7)
const refusal = { code: -32_601, message: 'no logs', data: null }
const [vault, token] = [account(1), account(2)]
const logAt = (block: bigint, spender: number) => ({
  address: token,
  topics: [vaultTopics.Approval, topic(1), topic(spender)],
  data: '0x' as const,
  blockNumber: block,
  blockHash: hash,
  logIndex: 0,
  transactionHash: hash,
})
const logs = [logAt(5n, 11), logAt(9n, 12), logAt(14n, 11), logAt(18n, 13)]

function open(fault: () => Error | null = () => null) {
  const ranges: (readonly [bigint, bigint])[] = []
  const memory = openApprovalMemory()
  const ask = async (upTo: bigint, head: bigint) => {
    const { pairs, note } = await memory({
      vaultRef: { tenantId: 't', chain: 'local', vault },
      chain: {
        readLogs: async ({ fromBlock, toBlock }) => {
          const to = typeof toBlock === 'bigint' ? toBlock : toBlock.number
          ranges.push([fromBlock, to])
          const error = fault()
          if (error !== null) throw error
          return logs.filter(
            (log) => log.blockNumber >= fromBlock && log.blockNumber <= to,
          ) as never
        },
      },
      owners: [vault],
      tokens: [token],
      sinceBlock: 1n,
      head: { number: head, hash, timestamp: 0n },
      upTo,
    })
    return { spenders: pairs.map(({ spender }) => Number(spender)), note }
  }
  return { asked: ranges, ask }
}

test('law: each day knows what was approved up to its block, and blocks are asked for once', async () => {
  const { asked: ranges, ask } = open()
  const days = [4n, 5n, 9n, 12n].map((upTo) => ask(upTo, 12n))
  expect((await Promise.all(days)).map(({ spenders }) => spenders)).toEqual([
    [],
    [11],
    [11, 12],
    [11, 12],
  ])
  expect(ranges).toEqual([[1n, 12n]])
  expect((await ask(20n, 20n)).spenders).toEqual([11, 12, 13])
  expect((await ask(9n, 20n)).spenders).toEqual([11, 12])
  expect(ranges).toEqual([
    [1n, 12n],
    [13n, 20n],
  ])
})

test('refuses: to take a refusal for a vault that approved nothing; and it is asked again', async () => {
  let isRefusing = true
  const { ask } = open(() => (isRefusing ? new RpcRefusedError('eth_getLogs', refusal) : null))
  const { spenders, note } = await ask(9n, 12n)
  expect([spenders, note]).toEqual([
    [],
    expect.stringMatching(/^Approval events could not be read: /),
  ])
  isRefusing = false
  expect(await ask(9n, 12n)).toEqual({ spenders: [11, 12], note: null })
})

test('refuses: more pairs than a day asks for, with their number', () => {
  const pairs = Array.from({ length: pairLimit + 3 }, (_, at) => ({
    token,
    owner: vault,
    spender: account(at + 10),
  }))
  const scope = allowanceScopeOf([...pairs, pairs[0]!], null)
  expect(scope.pairs).toHaveLength(pairLimit)
  expect(scope.note).toBe(`3 pairs of token and spender are left out: a day asks for ${pairLimit}.`)
})
