import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Staking of pumpBTC.
 *
 * Source: PumpBTC PumpStaking.
 */
export const pumpStaking = {
  decoder: 'PumpStaking',
  functions: [
    { signature: 'claimAll()', packs: '' },
    { signature: 'claimSlot(uint8 slot)', packs: '' },
    { signature: 'stake(uint256 amount)', packs: '' },
    { signature: 'unstakeInstant(uint256 amount)', packs: '' },
    { signature: 'unstakeRequest(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

/** Pump Staking. */
export const protocol = {
  name: 'pump_staking',
  title: 'Pump Staking',
  appUrl: null,
  decoders: [pumpStaking],
  actions: [],
} as const satisfies Protocol
