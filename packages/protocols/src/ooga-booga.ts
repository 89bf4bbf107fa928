import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * OogaBooga, the aggregator of Berachain.
 *
 * Source: OBRouter; what the decoder packs was observed.
 */
export const oogaBooga = {
  decoder: 'OogaBooga',
  inherits: [],
  functions: [
    {
      signature:
        'swap((address inputToken, uint256 inputAmount, address outputToken, uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)',
      packs: 'tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.outputReceiver, executor',
    },
  ],
} as const satisfies DecoderRules

/** Ooga Booga. */
export const protocol = {
  name: 'ooga_booga',
  title: 'Ooga Booga',
  appUrl: null,
  decoders: [oogaBooga],
  actions: [],
} as const satisfies Protocol
