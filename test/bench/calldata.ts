import type { Hex } from '@vaultwright/base'
import * as manager from '@vaultwright/manager'
import * as merkle from '@vaultwright/merkle'
import { managerAbi } from '@vaultwright/registry'
import type * as Viem from 'viem'
import type { Figure } from './figure.ts'
import { assertEqual, measure, microsecondsEach, ratiosOf } from './measure.ts'
import { loadPeer } from './runner/peer.ts'

/** The amount of calldata that is encoded and decoded. */
export type CalldataSize = {
  readonly actions: number
  /** Levels of the tree: it has 2^depth leaves. */
  readonly depth: number
  /** Batches a round. */
  readonly times: number
  readonly rounds: number
}

export const sizes = {
  full: { actions: 50, depth: 12, times: 100, rounds: 9 },
  tiny: { actions: 2, depth: 3, times: 2, rounds: 1 },
} as const satisfies Record<string, CalldataSize>

const functionName = 'manageVaultWithMerkleVerification'

/** A batch in each form that a peer takes. */
type Batch = {
  readonly tree: manager.LeafTree
  readonly positioned: readonly manager.PositionedCall[]
  readonly calls: readonly manager.ManageCall[]
  readonly args: readonly [
    readonly (readonly Hex[])[],
    readonly Hex[],
    readonly Hex[],
    readonly Hex[],
    readonly bigint[],
  ]
  readonly calldata: Hex
}

/** Calldata of a batch both ways. Trees, accounts and amounts of a round are those of no other round. */
export async function benchCalldata(size: CalldataSize): Promise<readonly Figure[]> {
  const viem = await loadPeer<typeof Viem>('viem')
  const { actions, depth, rounds, times } = size
  const turns = Array.from({ length: rounds + 1 }, (_, turn) => batchesOf(turn, size))
  for (const batch of turns.flat().slice(0, 3)) assertSame(batch, viem)
  const each = (work: (batch: Batch) => unknown) => (turn: number) => {
    for (const batch of turns[turn]!) work(batch)
  }
  const peer = (work: (library: typeof Viem, batch: Batch) => unknown) =>
    viem === null ? null : each((batch) => work(viem, batch))
  const viemEncodes = peer(({ encodeFunctionData }, { args }) =>
    encodeFunctionData({ abi: managerAbi, functionName, args }),
  )
  const encode = await measure(
    { ours: each(({ calls }) => manager.encodeManage(calls)), viem: viemEncodes },
    rounds,
  )
  const direct = await measure(
    {
      ours: each(({ tree, positioned }) => manager.encodeManageFromTree(tree, positioned)),
      viem: viemEncodes,
    },
    rounds,
  )
  const decode = await measure(
    {
      ours: each(({ calldata }) => manager.decodeManage(calldata)),
      viem: peer(({ decodeFunctionData }, { calldata }) =>
        decodeFunctionData({ abi: managerAbi, data: calldata }),
      ),
    },
    rounds,
  )
  const name = `${actions}x${depth}`
  const options = { unit: 'us', fresh: true } as const
  return [
    ...ratiosOf(`encode-${name}`, microsecondsEach(encode, times), options),
    ...ratiosOf(`encode-${name}-tree`, microsecondsEach(direct, times), options),
    ...ratiosOf(`decode-${name}`, microsecondsEach(decode, times), options),
  ]
}

/** Batches over one tree, whose leaves and accounts are those of no other turn. */
function batchesOf(turn: number, { actions, depth, times }: CalldataSize): readonly Batch[] {
  const leaves = leavesOf(turn, 2 ** depth)
  const tree = manager.buildLeafTree(leaves)
  return Array.from({ length: times }, (_, at) => {
    const positioned = Array.from({ length: actions }, (_, index) => {
      const position = ((at * actions + index) * 79) % leaves.length
      const {
        target,
        arguments: [spender = target],
      } = leaves[position]!
      const amount = BigInt(1 + turn * times + at) * 1_000_003n + BigInt(index)
      return { position, target, data: approvalOf(spender, amount), value: 0n }
    })
    const calls = positioned.map(({ position, ...call }) => ({
      ...call,
      decoder: leaves[position]!.decoder,
      proof: merkle.proofHexOf(tree.tree, position),
    }))
    const args = [
      calls.map(({ proof }) => proof),
      calls.map(({ decoder }) => decoder),
      calls.map(({ target }) => target),
      calls.map(({ data }) => data),
      calls.map(({ value }) => value),
    ] as const
    return { tree, positioned, calls, args, calldata: manager.encodeManage(calls) }
  })
}

function leavesOf(turn: number, count: number): readonly manager.Leaf[] {
  return Array.from({ length: count }, (_, index) =>
    manager.buildLeaf({
      decoder: accountOf(0xd0d0, turn * 3 + (index % 3)),
      target: accountOf(0x7a7a, turn * count + index),
      signature: 'approve(address,uint256)',
      arguments: [accountOf(0x5e5e, turn * count + index)],
      description: `leaf ${index}`,
    }),
  )
}

/** Digits all over, as in an account of the field. */
function accountOf(kind: number, index: number): Hex {
  const word = merkle.keccak256(Uint8Array.of(kind >> 8, kind & 255, ...bytesOf(index)))
  return merkle.checksumOf(word.subarray(12))
}

function bytesOf(number: number): readonly number[] {
  return [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255]
}

function approvalOf(spender: Hex, amount: bigint): Hex {
  const word = (digits: string) => digits.toLowerCase().padStart(64, '0')
  return `0x095ea7b3${word(spender.slice(2))}${word(amount.toString(16))}`
}

function assertSame(
  { tree, positioned, calls, args, calldata }: Batch,
  viem: typeof Viem | null,
): void {
  assertEqual('encode from tree', manager.encodeManageFromTree(tree, positioned), calldata)
  assertEqual('decode', textOf(manager.decodeManage(calldata)), textOf(calls))
  if (viem === null) return
  const { encodeFunctionData, decodeFunctionData } = viem
  assertEqual('encode', calldata, encodeFunctionData({ abi: managerAbi, functionName, args }))
  const decoded = decodeFunctionData({ abi: managerAbi, data: calldata }).args
  assertEqual('decode', textOf(args), textOf(decoded))
}

function textOf(value: unknown): string {
  const sorted = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1)))
      : entry
  return JSON.stringify(value, (_, entry) =>
    typeof entry === 'bigint' ? String(entry) : sorted(entry),
  )
}
