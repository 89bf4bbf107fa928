import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The atomic queue of other vaults: a standing request to swap shares at a price within limits.
 *
 * The price is scaled to the decimals of the wanted token and held against limits set in the decoder.
 * Source: AtomicQueue.updateAtomicRequest.
 */
export const atomicQueue = {
  decoder: 'AtomicQueue',
  inherits: ['Base'],
  reads: {
    decimals: {
      contract: 'the wanted token',
      function: 'decimals()',
      returns: '(uint8 decimals)',
    },
    minPriceBps: {
      contract: 'the decoder: its lower limit, in basis points of the wanted token',
      function: 'minPriceBps()',
      returns: '(uint256 bps)',
    },
    maxPriceBps: {
      contract: 'the decoder: its upper limit, in basis points of the wanted token',
      function: 'maxPriceBps()',
      returns: '(uint256 bps)',
    },
  },
  functions: [
    {
      signature:
        'updateAtomicRequest(address offer, address want, (uint64 deadline, uint88 atomicPrice, uint96 offerAmount, bool inSolve) userRequest)',
      packs: 'offer, want',
      checks: [
        'userRequest.atomicPrice * 10000 / tenTo(decimals(want)) >= minPriceBps()',
        'userRequest.atomicPrice * 10000 / tenTo(decimals(want)) <= maxPriceBps()',
      ],
      inferred: 'the packed tokens follow from the interface; only a refusal was observed',
    },
  ],
} as const satisfies DecoderRules

/** Atomic Queue. */
export const protocol = {
  name: 'atomic_queue',
  title: 'Atomic Queue',
  appUrl: null,
  decoders: [atomicQueue],
  actions: [],
} as const satisfies Protocol
