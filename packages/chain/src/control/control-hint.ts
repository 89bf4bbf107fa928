import type { ControlHints } from '@vaultwright/access-control'
import { type Address, type Hex, isAddressText } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import Type from 'typebox'
import { bytes, printQuantity, word } from '../rpc/answer.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'

/** Events that name entries of mappings. Source: the published interfaces of the contracts. */
export const hintTopics = {
  userRole: '0x4c9bdd0c8e073eb5eda2250b18d8e5121ff27b62064fbeeeed4869bb99bc5bf2',
  roleCapability: '0xa52ea92e6e955aa8ac66420b86350f7139959adfcc7e6a14eee1bd116d09860e',
  publicCapability: '0x950a343f5d10445e82a71036d3f4fb3016180a25805141932543b83e2078a93e',
  manageRoot: '0x0b958dec85f1470000479dfb22c365829411f52bcde602d24ea0abf5ac7e8860',
  sender: '0x0069ba6739aefe8c5da62d189e7531045ee8346f32f97499a4c33a8ac63d70db',
  roleGranted: '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d',
  callScheduled: '0x4cf4410cc57040e44862ef0f45f3dd5a5e02db8eb8add648d4b0e236f1d07dca',
  callSalt: '0x20fda5fd27a1ea7bf5b9567f143ac5470bb059374a27e8f67cb44f946f6d0387',
  approveHash: '0xf2a0eb156472d1440255b0d7c1e19cc07115d1051fe605b0dce69acfec884d9c',
  peer: '0x238399d427b947898edb290f5ff0f9109849b1c3ba196a42e35f00c50a54b98b',
  rateProvider: '0x59f9adfe8cf4c9d4b77fb03aa2ae5f373632c97cb8caf6b61f0643d3d170a8fe',
  signMessage: '0xe7f4675038f4f6034dfcbbb24c4dc08e4ebf10eb9d257d3d02c0f38d122ac6e4',
} as const satisfies Readonly<Record<string, Hex>>

/** Makes the question for everything that accounts have logged of entries of their mappings, up to a block. */
export function hintLogCall(accounts: readonly Address[], block: bigint): RpcCall {
  const filter = { address: accounts, topics: [Object.values(hintTopics)] }
  return {
    method: 'eth_getLogs',
    params: [{ ...filter, fromBlock: '0x0', toBlock: printQuantity(block) }],
  }
}

const readLogRows = readerOf(
  Type.Array(
    Type.Object({ address: bytes, topics: Type.Array(word, { maxItems: 4 }), data: bytes }),
    {
      maxItems: 50_000,
    },
  ),
)

/**
 * Reads hints out of logs. Nothing of it is believed: a wrong entry is an empty slot.
 *
 * @returns null if the node refuses, or gives what are no logs.
 */
export function hintsOfLogs(answer: RpcAnswer | undefined): ControlHints | null {
  if (answer?.ok !== true) return null
  const parsed = readLogRows(answer.value)
  if (!parsed.ok) return null
  const users: (readonly [Address, Address])[] = []
  const capabilities: (readonly [Address, Address, Hex])[] = []
  const operations: (readonly [Address, Hex])[] = []
  const approvals: (readonly [Address, Hex, Address | null])[] = []
  const scheduled = openScheduled()
  for (const { address, topics, data } of parsed.value) {
    const contract = address.toLowerCase() as Address
    const [topic, first, second, third] = topics
    if (!isAddressText(contract)) continue
    // Neither event has a topic of its own: the key is the first word of its data.
    if (topic === hintTopics.peer || topic === hintTopics.rateProvider) {
      if (data.length >= 66) users.push([contract, addressIn(data.slice(0, 66) as Hex)])
      continue
    }
    if (first === undefined) continue
    switch (topic) {
      case hintTopics.userRole:
      case hintTopics.manageRoot:
      case hintTopics.sender:
        users.push([contract, addressIn(first)])
        break
      case hintTopics.roleGranted:
        if (second !== undefined) users.push([contract, addressIn(second)])
        break
      case hintTopics.roleCapability:
        if (second !== undefined && third !== undefined)
          capabilities.push([contract, addressIn(second), selectorIn(third)])
        break
      case hintTopics.publicCapability:
        if (second !== undefined)
          capabilities.push([contract, addressIn(first), selectorIn(second)])
        break
      case hintTopics.callScheduled:
        operations.push([contract, first])
        if (second !== undefined) scheduled.addCall([contract, first], BigInt(second), data)
        break
      case hintTopics.callSalt:
        scheduled.addSalt([contract, first], data)
        break
      case hintTopics.approveHash:
        if (second !== undefined) approvals.push([contract, first, addressIn(second)])
        break
      case hintTopics.signMessage:
        approvals.push([contract, first, null])
        break
      default:
    }
  }
  return { users, capabilities, operations, approvals, scheduled: scheduled.list() }
}

type OperationName = readonly [timelock: Address, id: Hex]

/** Gathers the calls of operations: a log each. */
function openScheduled() {
  const noWord: Hex = `0x${'0'.repeat(64)}`
  const salts = new Map<string, Hex>()
  const operations = new Map<
    string,
    { name: OperationName; predecessor: Hex; calls: Map<number, ScheduledCall> }
  >()
  return {
    addSalt: (name: OperationName, data: Hex) => {
      if (data.length === 66) salts.set(name.join(' '), data.toLowerCase() as Hex)
    },
    addCall: (name: OperationName, index: bigint, data: Hex) => {
      const row = callIn(data)
      if (row === null || index >= BigInt(mostScheduledCalls)) return
      const id = name.join(' ')
      const { predecessor } = row
      const operation = operations.get(id) ?? { name, predecessor, calls: new Map() }
      operation.calls.set(Number(index), row.call)
      operations.set(id, operation)
    },
    list: (): ControlHints['scheduled'] =>
      [...operations].map(([id, { name, predecessor, calls }]) => ({
        timelock: name[0],
        id: name[1],
        predecessor,
        salt: salts.get(id) ?? noWord,
        calls: [...calls].sort(([one], [other]) => one - other).map(([, call]) => call),
      })),
  }
}

type ScheduledCall = ControlHints['scheduled'][number]['calls'][number]

/** Reads the data of `CallScheduled`: target, value, calldata, predecessor, delay. @returns null if it is another. */
function callIn(data: Hex): { readonly call: ScheduledCall; readonly predecessor: Hex } | null {
  const digits = data.slice(2).toLowerCase()
  const wordOf = (index: number): Hex => `0x${digits.slice(index * 64, index * 64 + 64)}`
  if (digits.length < 6 * 64 || digits.length > mostCallDigits) return null
  if (BigInt(wordOf(2)) !== 160n) return null
  const length = BigInt(wordOf(5))
  if (length * 2n > BigInt(digits.length - 6 * 64)) return null
  const calldata: Hex = `0x${digits.slice(6 * 64, 6 * 64 + Number(length) * 2)}`
  const call = { target: addressIn(wordOf(0)), value: wordOf(1), data: calldata }
  return { call, predecessor: wordOf(3) }
}

/** Calls of an operation that are looked into; what is longer counts as not known. */
const mostScheduledCalls = 64
const mostCallDigits = 65_536

/** Joins hints: each entry once, in an order that does not depend on that of the logs. */
export function joinControlHints(list: readonly ControlHints[]): ControlHints {
  const rows = <Row extends readonly (Hex | null)[]>(
    pick: (hints: ControlHints) => readonly Row[],
  ) => {
    const byId = new Map(list.flatMap(pick).map((row) => [row.join(' '), row] as const))
    return [...byId.keys()].sort().map((id) => byId.get(id)!)
  }
  return {
    users: rows(({ users }) => users),
    capabilities: rows(({ capabilities }) => capabilities),
    operations: rows(({ operations }) => operations),
    approvals: rows(({ approvals }) => approvals),
    scheduled: scheduledOnce(list.flatMap(({ scheduled }) => scheduled)),
  }
}

/** Each operation once: a question that covers more logs knows as many calls or more. */
function scheduledOnce(rows: ControlHints['scheduled']): ControlHints['scheduled'] {
  const byId = new Map<string, ControlHints['scheduled'][number]>()
  for (const row of rows) {
    const id = `${row.timelock} ${row.id}`
    if (row.calls.length >= (byId.get(id)?.calls.length ?? 0)) byId.set(id, row)
  }
  return [...byId.keys()].sort().map((id) => byId.get(id)!)
}

function addressIn(topic: Hex): Address {
  return `0x${topic.slice(-40).toLowerCase()}`
}

function selectorIn(topic: Hex): Hex {
  return `0x${topic.slice(2, 10).toLowerCase()}`
}
