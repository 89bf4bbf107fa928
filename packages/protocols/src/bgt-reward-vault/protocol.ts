import type { Protocol } from '../protocol-entry.ts'
import { bgtRewardVault } from './function.ts'

/** BGT reward vault. */
export const protocol = {
  name: 'bgt_reward_vault',
  title: 'BGT reward vault',
  appUrl: null,
  decoders: [bgtRewardVault],
  actions: [],
} as const satisfies Protocol
