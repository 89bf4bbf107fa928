import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * GlueX: a swap through any venue, tied to its tokens, its receiver and the partner.
 *
 * Source: GlueX Router; what the decoder packs was observed.
 */
export const gluex = {
  decoder: 'GlueX',
  inherits: ['Permit2'],
  functions: [
    {
      signature:
        'swap(address executor, (address inputToken, address outputToken, address inputReceiver, address outputReceiver, address partnerAddress, uint256 inputAmount, uint256 outputAmount, uint256 partnerFee, uint256 routingFee, uint256 partnerSurplusShare, uint256 protocolSurplusShare, uint256 partnerSlippageShare, uint256 protocolSlippageShare, uint256 effectiveOutputAmount, uint256 minOutputAmount, bool isPermit2, bytes32 uniquePID) desc, (address target, uint256 value, bytes callData)[] interactions)',
      packs:
        'executor, desc.inputToken, desc.outputToken, desc.outputReceiver, desc.partnerAddress',
    },
  ],
} as const satisfies DecoderRules

/** GlueX. */
export const protocol = {
  name: 'gluex',
  title: 'GlueX',
  appUrl: null,
  decoders: [gluex],
  actions: [],
} as const satisfies Protocol
