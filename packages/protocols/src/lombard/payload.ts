import type { Address, Hex } from '@vaultwright/base'
import { encodeTuple, parseAbiTuple } from '@vaultwright/manager'

/** What the notaries sign for a mint; decoders take it without a selector. */
export const mintPayload = '(uint256 toChain, address to, uint64 amount, bytes32 txid, uint32 vout)'

/** Makes a payload that names a receiver and no deposit. */
export function payloadFor(to: Address): Hex {
  return encodeTuple(payloadType, [0n, to, 0n, `0x${'00'.repeat(32)}`, 0n])
}

const payloadType = parseAbiTuple(mintPayload)
