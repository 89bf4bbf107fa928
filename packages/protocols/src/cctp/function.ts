import type { DecoderRules } from '@vaultwright/manager'
/**
 * Circle's CCTP v2: USDC burned here to be minted there.
 *
 * Source: TokenMessengerV2 and MessageTransmitterV2; what the decoder packs was observed.
 */
export const cctp = {
  decoder: 'CCTP',
  inherits: ['Base'],
  functions: [
    {
      signature:
        'depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
      packs:
        'uint160(destinationDomain), low20(mintRecipient), burnToken, low20(destinationCaller)',
    },
    { signature: 'receiveMessage(bytes message, bytes attestation)', packs: '' },
  ],
} as const satisfies DecoderRules
