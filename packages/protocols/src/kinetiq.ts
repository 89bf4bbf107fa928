import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Liquid staking of HYPE (kHYPE) by Kinetiq.
 *
 * Source: Kinetiq StakingManager.
 */
export const kinetiq = {
  decoder: 'Kinetiq',
  functions: [
    { signature: 'confirmWithdrawal(uint256 withdrawalId)', packs: '' },
    { signature: 'queueWithdrawal(uint256 amount)', packs: '' },
    { signature: 'stake()', packs: '' },
  ],
} as const satisfies DecoderRules

/** Kinetiq. */
export const protocol = {
  name: 'kinetiq',
  title: 'Kinetiq',
  appUrl: null,
  decoders: [kinetiq],
  actions: [],
} as const satisfies Protocol
