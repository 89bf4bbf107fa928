import type { Hex } from '@vaultwright/base'
import type { ChainLog, LogQuery } from '@vaultwright/chain'
import {
  accountantFixedRateAbi,
  accountantYieldStreamingAbi,
  accountantYieldStreamingEarlyAbi,
} from '@vaultwright/registry'
import { type AbiEvent, encodeAbiParameters, encodeEventTopics } from 'viem'
import { expect, test } from 'vitest'
import { MalformedEventError, readAccountantEvents } from './accountant-event.ts'

const accountant = `0x${'a'.repeat(40)}` as const
const asset = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const hash = `0x${'1'.repeat(64)}` as const
const toBlock = { number: 9n, hash, timestamp: 1n }
const events = [
  ...accountantFixedRateAbi,
  ...accountantYieldStreamingAbi,
  ...accountantYieldStreamingEarlyAbi,
].filter((one) => one.type === 'event') as readonly AbiEvent[]

/** A log as the contract's ABI writes it, by another library than reads it. */
function logOf(name: string, types: string, values: readonly unknown[]): ChainLog {
  const abi = events.find(
    (one) => one.name === name && one.inputs.map(({ type }) => type).join() === types,
  )!
  const named = abi.inputs.map((input, at) => ({ ...input, value: values[at] }))
  const plain = named.filter((input) => input.indexed !== true)
  const args = Object.fromEntries(named.map(({ name, value }) => [name, value]))
  return {
    address: accountant,
    topics: encodeEventTopics({ abi: [abi], args } as never) as Hex[],
    data: encodeAbiParameters(plain, plain.map(({ value }) => value) as never),
    blockNumber: 8n,
    blockHash: hash,
    transactionHash: hash,
    transactionIndex: 0,
    logIndex: 3,
  }
}

async function readEvent(log: ChainLog) {
  const queries: LogQuery[] = []
  const readLogs = async (query: LogQuery) => {
    queries.push(query)
    return [log]
  }
  const events = await readAccountantEvents({ readLogs }, accountant, { fromBlock: 5n, toBlock })
  const [{ addresses, fromBlock, topics }] = queries as [LogQuery]
  expect([addresses, fromBlock]).toEqual([[accountant], 5n])
  expect(topics![0]).toContain(log.topics[0])
  expect(events[0]).toMatchObject({ block: '8', logIndex: 3 })
  const { block: _, logIndex: __, ...fields } = events[0]!
  return fields
}

test.each([
  [
    'ExchangeRateUpdated',
    'uint96,uint96,uint64',
    [5n, 6n, 7n],
    { event: 'rate', oldRate: '5', newRate: '6' },
  ],
  ['ExchangeRateUpdated', 'uint256', [6n], { event: 'rate', oldRate: null, newRate: '6' }],
  ['YieldRecorded', 'uint256,uint64', [5n, 6n], { event: 'yield', amount: '5', endUnix: '6' }],
  ['YieldRecorded', 'uint256,uint256', [5n, 6n], { event: 'yield', amount: '5', endUnix: '6' }],
  ['LossRecorded', 'uint256', [2n ** 255n], { event: 'loss', amount: String(2n ** 255n) }],
  ['FeesClaimed', 'address,uint256', [asset, 9n], { event: 'fees_claimed', asset, amount: '9' }],
  ['Paused', '', [], { event: 'paused' }],
  ['Unpaused', '', [], { event: 'unpaused' }],
  ['HighwaterMarkReset', '', [], { event: 'mark_reset' }],
] as const)('default: %s(%s)', async (name, types, values, wanted) => {
  expect(await readEvent(logOf(name, types, values))).toEqual(wanted)
})

test('error: MalformedEventError for an event without its words', async () => {
  const log = logOf('LossRecorded', 'uint256', [5n])
  await expect(readEvent({ ...log, data: '0x' })).rejects.toThrow(MalformedEventError)
  const claimed = logOf('FeesClaimed', 'address,uint256', [asset, 9n])
  await expect(readEvent({ ...claimed, topics: claimed.topics.slice(0, 1) })).rejects.toMatchObject(
    {
      code: 'malformed_event',
    },
  )
})
