import type { DecoderRules } from '@vaultwright/manager'
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

const minted = '(uint256 toChain, address to, uint64 amount, bytes32 txid, uint32 vout)'

/**
 * Lombard's minters: LBTC for a proven deposit, or for another wrapped bitcoin.
 *
 * The notary's payload starts with a selector; a bare one is read as well.
 * Source: Lombard LBTC, payload of a deposit; what the decoder packs was observed.
 */
export const lombardBtcMinter = {
  decoder: 'LombardBTCMinter',
  inherits: [],
  functions: [
    { signature: 'mint(address to, uint256 amount)', packs: 'to' },
    {
      signature: 'mint(bytes data, bytes proofSignature)',
      packs: `length(data) % 32 == 4 ? abi(data, 'deposit${minted}').to : abi(data, '${minted}').to`,
    },
    { signature: 'swapBTCBToLBTC(uint256 amount)', packs: '' },
    { signature: 'swapCBBTCToLBTC(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules
