import type { DecoderRules } from '@vaultwright/manager'
/**
 * Hyperlane warp routes.
 *
 * Source: Hyperlane TokenRouter.transferRemote; what the decoder packs was observed.
 */
export const hyperlane = {
  decoder: 'Hyperlane',
  inherits: [],
  functions: [
    {
      signature: 'transferRemote(uint32 _destinationDomain, bytes32 _recipient, uint256 _amount)',
      packs: 'uint160(_destinationDomain), hi16(_recipient), lo16(_recipient)',
    },
  ],
} as const satisfies DecoderRules
