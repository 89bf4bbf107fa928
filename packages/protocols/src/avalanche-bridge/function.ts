import type { DecoderRules } from '@vaultwright/manager'

/**
 * The USDC token router of Avalanche, which stands in front of CCTP.
 *
 * Source: Avalanche TokenRouter.
 */
export const avalancheBridge = {
  decoder: 'AvalancheBridge',
  functions: [
    {
      signature:
        'transferTokens(uint256 amount, uint32 destinationDomain, address mintRecipient, address burnToken)',
      packs: 'uint160(destinationDomain), mintRecipient, burnToken',
    },
  ],
} as const satisfies DecoderRules
