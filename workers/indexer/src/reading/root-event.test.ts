import type { Hex } from '@vaultwright/base'
import type { ChainLog } from '@vaultwright/chain'
import type { BlockTag } from '@vaultwright/outcome'
import { managerAbi } from '@vaultwright/registry'
import { encodeAbiParameters, encodeEventTopics } from 'viem'
import { expect, test } from 'vitest'
import { MalformedRootEventError, readRootSets } from './root-event.ts'

const manager = `0x${'a'.repeat(40)}` as const
const vault = `0x${'b'.repeat(40)}` as const
const strategist = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const [before, after, hash] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(64)}` as Hex) as [
  Hex,
  Hex,
  Hex,
]
const blocks = { fromBlock: 5n, toBlock: { number: 9n, hash, timestamp: 90n } }

function logAt(blockNumber: bigint, logIndex: number): ChainLog {
  return {
    address: manager,
    topics: encodeEventTopics({
      abi: managerAbi,
      eventName: 'ManageRootUpdated',
      args: { strategist },
    } as never) as Hex[],
    data: encodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes32' }], [before, after]),
    blockNumber,
    blockHash: hash,
    transactionHash: hash,
    transactionIndex: 0,
    logIndex,
  }
}

function read(logs: readonly ChainLog[], asked: BlockTag[] = []) {
  return readRootSets(
    {
      readLogs: async () => logs,
      readBlock: async (tag) => {
        asked.push(tag)
        return { number: tag as bigint, hash, timestamp: (tag as bigint) * 10n }
      },
    },
    { chain: 'local', vault, manager },
    blocks,
  )
}

test('default: who may act by which root since when, each block asked for once', async () => {
  const tags: BlockTag[] = []
  const events = await read([logAt(7n, 0), logAt(7n, 3), logAt(8n, 1)], tags)
  const common = { chain: 'local', vault, strategist, root: after, txHash: hash }
  expect(events).toEqual([
    { ...common, block: 7n, atUnix: 70n, logIndex: 0 },
    { ...common, block: 7n, atUnix: 70n, logIndex: 3 },
    { ...common, block: 8n, atUnix: 80n, logIndex: 1 },
  ])
  expect(tags).toEqual([7n, 8n])
})

test('error: MalformedRootEventError for an event without its words', async () => {
  await expect(read([{ ...logAt(7n, 0), data: before }])).rejects.toThrow(MalformedRootEventError)
  const bare = { ...logAt(7n, 0), topics: logAt(7n, 0).topics.slice(0, 1) }
  await expect(read([bare])).rejects.toMatchObject({ code: 'malformed_root_event' })
})
