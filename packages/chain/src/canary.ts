import type { RpcCall } from './rpc.ts'

const nowhere = { blockHash: `0x${'0'.repeat(63)}1`, requireCanonical: true }

/** Asks by the hash of a block that cannot be: a node that answers does not read the hash. */
export const canaryCall: RpcCall = {
  method: 'eth_getBalance',
  params: [`0x${'0'.repeat(40)}`, nowhere],
}

/**
 * Tells whether a question is the canary, which every good node refuses.
 *
 * @param call - the question.
 * @returns true for that question alone.
 */
export function isCanary({ method, params }: RpcCall): boolean {
  return method === canaryCall.method && params[1] === nowhere
}
