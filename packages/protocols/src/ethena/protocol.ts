import type { Protocol } from '../action/protocol-entry.ts'
import { ethenaMinting, ethenaWithdraw } from './function.ts'
import { ethenaMintingActions } from './minting-action.ts'
import { ethenaStakingActions } from './staking-action.ts'

/** Ethena. */
export const protocol = {
  name: 'ethena',
  title: 'Ethena',
  appUrl: 'https://app.ethena.fi',
  decoders: [ethenaMinting, ethenaWithdraw],
  actions: [...ethenaMintingActions, ...ethenaStakingActions],
} as const satisfies Protocol
