import type { Address, Hex } from '@vaultwright/base'
import {
  buildLeaf,
  buildLeafTree,
  type Call,
  encodeFlashLoan,
  encodeManageFromTree,
  type LeafTree,
  leafAt,
  type ManageCall,
  matchCall,
} from '@vaultwright/manager'
import { proofHexOf } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import type { MatrixWorld } from './world.ts'

/** Encodes a call from a human-readable signature. */
export function callOf(
  target: Address,
  signature: string,
  { args = [], value = 0n }: { readonly args?: readonly unknown[]; readonly value?: bigint } = {},
): Call {
  const abi = parseAbi([`function ${signature}`] as readonly string[])
  const data = encodeFunctionData({ abi, args } as Parameters<typeof encodeFunctionData>[0])
  return { target, data, value }
}

/** Lets an account take a token. */
export function approve(token: Address, spender: Address, amount = 1n): Call {
  return callOf(token, 'approve(address spender, uint256 amount)', { args: [spender, amount] })
}

/** Sends a token. */
export function transfer(token: Address, to: Address, amount: bigint): Call {
  return callOf(token, 'transfer(address to, uint256 amount)', { args: [to, amount] })
}

/** A call with the decoder and the proof of the leaf that permits it. */
export function prove(tree: LeafTree, call: Call): ManageCall {
  const position = positionOf(tree, call)
  const { decoder } = leafAt(tree, position)!
  return { ...call, decoder, proof: proofHexOf(tree.tree, position) }
}

/** A call with the proof of a leaf by its place, whether or not the leaf permits it. */
export function proveBy(tree: LeafTree, position: number, call: Call): ManageCall {
  const { decoder } = leafAt(tree, position)!
  return { ...call, decoder, proof: proofHexOf(tree.tree, position) }
}

/** Calldata of permitted calls, straight from the tree. */
export function batchOf(tree: LeafTree, ...calls: readonly Call[]): Hex {
  const placed = calls.map((call) => ({ ...call, position: positionOf(tree, call) }))
  return encodeManageFromTree(tree, placed)
}

/** The slot of the leaf that permits a call; reads of the chain are taken to be well. */
export function positionOf(tree: LeafTree, call: Call): number {
  const match = matchCall(call, { tree, rules: ruleBook })
  if (match.kind === 'none') throw new Error(match.refusal.message)
  return match.positions[0]!
}

/** The permission of a leaf in a tree of one's own. */
export type LeafSpec = {
  readonly target: Address
  readonly signature: string
  readonly args?: readonly Address[]
  readonly canSendValue?: boolean
  /** The vault's usual one when not said. */
  readonly decoder?: Address
}

/** A tree of one's own. */
export function treeOf({ of }: MatrixWorld, ...permits: readonly LeafSpec[]): LeafTree {
  const leaves = permits.map(({ args = [], decoder = of('Decoder'), ...rest }) =>
    buildLeaf({ ...rest, arguments: args, decoder }),
  )
  return buildLeafTree(leaves)
}

/** The use of a loan of WETH. */
export type LoanSpec = {
  readonly calls: readonly ManageCall[]
  readonly manager?: Address
  readonly recipient?: Address
  readonly amount?: bigint
  readonly salt?: Hex
}

/** A flash loan of WETH. */
export function loanOf(world: MatrixWorld, loan: LoanSpec): Call {
  const { manager = world.manager, amount = 50n * ether, calls, salt = '0x' } = loan
  const { recipient = manager } = loan
  const tokens = [world.of('WETH')]
  const data = encodeFlashLoan({ recipient, tokens, amounts: [amount], calls, salt })
  return { target: manager, data, value: 0n }
}

/** Wei of an ether. */
export const ether = 10n ** 18n
