import { BaseError } from '@vaultwright/base'
import { parseAnswer, readQuantity } from './answer.ts'
import type { RpcAnswer, RpcCall } from './rpc.ts'

/** The question for a node's chain. */
export const chainIdCall: RpcCall = { method: 'eth_chainId', params: [] }

/**
 * Makes sure that a node is on a chain.
 *
 * @throws {WrongChainError} when it is on another one.
 */
export function assertChainId(
  answer: RpcAnswer | undefined,
  expected: number,
  endpoint: string,
): void {
  const chainId = parseAnswer(readQuantity, chainIdCall, answer)
  if (chainId !== BigInt(expected)) throw new WrongChainError(endpoint, expected, chainId)
}

/** A node is on another chain than the one that was asked for. */
export class WrongChainError extends BaseError {
  override readonly code = 'wrong_chain'
  override readonly kind = 'unsupported'

  constructor(endpoint: string, expected: number, actual: bigint) {
    super({
      message: `${endpoint} is on chain ${actual} instead of ${expected}. Give an endpoint of chain ${expected}.`,
      facts: { endpoint, expected, found: String(actual) },
    })
  }
}
