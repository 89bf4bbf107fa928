import type { Hex } from '@vaultwright/base'

/** One question of JSON-RPC. */
export type RpcCall = {
  readonly method: string
  readonly params: readonly unknown[]
}

/** The answer of a node to one question: a value that no schema has parsed yet, or its refusal. */
export type RpcAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: RpcRefusal }

/** A node's own error object. */
export type RpcRefusal = {
  readonly code: number
  readonly message: string
  /** Revert data, where the node gives it; null otherwise. */
  readonly data: Hex | null
}

/**
 * The port to a node: questions in, answers out, nothing else.
 *
 * Adapters: HTTP with its policy, the recorder and the recording, a local process.
 */
export type Rpc = {
  /** The name of the source of the answers, as it may be shown: without credentials. */
  readonly name: string
  /**
   * Asks many questions in one round trip, answers in their order. Throws only when there is no answer.
   * What follows a question about a block is never answered before it: a node that shows the block has
   * it when it answers the rest.
   */
  readonly ask: (calls: readonly RpcCall[]) => Promise<readonly RpcAnswer[]>
  /** Frees sockets and processes; a second call does nothing. */
  readonly close: () => Promise<void>
}

const reading =
  /^(eth_(call|chainId|blockNumber|get(?!Filter)\w+|simulateV1|estimateGas|gasPrice|feeHistory|maxPriorityFeePerGas|blobBaseFee|createAccessList)|web3_\w+|net_version|anvil_nodeInfo|debug_trace\w+)$/

/**
 * Tells whether a question changes nothing, so that it may be asked twice.
 *
 * @returns false for what sends, mines or sets, and for every method that is not known to read.
 */
export function isReading({ method }: RpcCall): boolean {
  return reading.test(method)
}

/** Tells whether a question is about a block as such, which shows how far the node has come. */
export function isBlockCall({ method }: RpcCall): boolean {
  return method === 'eth_getBlockByNumber' || method === 'eth_blockNumber'
}
