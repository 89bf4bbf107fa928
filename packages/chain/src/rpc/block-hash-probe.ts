import type { RpcCall } from './rpc.ts'

const missingBlock = { blockHash: `0x${'0'.repeat(63)}1`, requireCanonical: true }

/** Asks by the hash of a block that cannot be: a node that answers does not read the hash. */
export const blockHashProbe: RpcCall = {
  method: 'eth_getBalance',
  params: [`0x${'0'.repeat(40)}`, missingBlock],
}

/** Tells whether a request is the probe, which every good node refuses. */
export function isBlockHashProbe({ method, params }: RpcCall): boolean {
  return method === blockHashProbe.method && params[1] === missingBlock
}
