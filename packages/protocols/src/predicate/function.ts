import type { DecoderRules } from '@vaultwright/manager'
/**
 * Deposits into other vaults through a proxy that asks for an attestation.
 *
 * Source: PredicateProxy.deposit; what the decoder packs was observed.
 */
export const predicateProxy = {
  decoder: 'PredicateProxy',
  inherits: ['Base'],
  functions: [
    {
      signature:
        'deposit(address depositAsset, uint256 depositAmount, uint256 minimumMint, address recipient, address teller, (string taskId, uint256 expireByBlockNumber, address[] signerAddresses, bytes[] signatures) predicateMessage)',
      packs: 'depositAsset, recipient, teller',
    },
  ],
} as const satisfies DecoderRules
