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
  approveHash: '0xf2a0eb156472d1440255b0d7c1e19cc07115d1051fe605b0dce69acfec884d9c',
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
  Type.Array(Type.Object({ address: bytes, topics: Type.Array(word, { maxItems: 4 }) }), {
    maxItems: 50_000,
  }),
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
  for (const { address, topics } of parsed.value) {
    const contract = address.toLowerCase() as Address
    const [topic, first, second, third] = topics
    if (!isAddressText(contract) || first === undefined) continue
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
  return { users, capabilities, operations, approvals }
}

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
  }
}

function addressIn(topic: Hex): Address {
  return `0x${topic.slice(-40).toLowerCase()}`
}

function selectorIn(topic: Hex): Hex {
  return `0x${topic.slice(2, 10).toLowerCase()}`
}
