import type { DecoderRules } from '@vaultwright/manager'
import { mintPayload } from './payload.ts'

/**
 * The bridge of LBTC: chain and account are 32 bytes each, cut in halves.
 *
 * Source: Lombard Bridge; what the decoder packs was observed.
 */
export const lbtcBridge = {
  decoder: 'LBTCBridge',
  inherits: [],
  functions: [
    {
      signature: 'deposit(bytes32 toChain, bytes32 toAddress, uint64 amount)',
      packs: 'hi16(toChain), lo16(toChain), hi16(toAddress), lo16(toAddress)',
    },
  ],
} as const satisfies DecoderRules

/**
 * Lombard's minters: LBTC for a proven deposit, or for another wrapped bitcoin.
 *
 * The notaries' payload is decoded from its first byte: one with a selector before it is refused.
 * Source: Lombard LBTC, payload of a deposit; what the decoder packs was observed.
 */
export const lombardBtcMinter = {
  decoder: 'LombardBTCMinter',
  inherits: [],
  functions: [
    { signature: 'mint(address to, uint256 amount)', packs: 'to' },
    {
      signature: 'mint(bytes data, bytes proofSignature)',
      packs: `abi(data, '${mintPayload}').to`,
    },
    { signature: 'swapBTCBToLBTC(uint256 amount)', packs: '' },
    { signature: 'swapCBBTCToLBTC(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules
