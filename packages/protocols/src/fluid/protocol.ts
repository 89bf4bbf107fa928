import type { Protocol } from '../action/protocol-entry.ts'
import { fluidDex, fluidFToken, fluidRewardsClaiming } from './function.ts'
import { fluidLendingActions } from './lending-action.ts'
import { fluidPerfectActions } from './perfect-action.ts'
import { fluidVaultActions } from './vault-action.ts'

/** Fluid. */
export const protocol = {
  name: 'fluid',
  title: 'Fluid',
  appUrl: 'https://fluid.io',
  decoders: [fluidDex, fluidFToken, fluidRewardsClaiming],
  actions: [...fluidLendingActions, ...fluidVaultActions, ...fluidPerfectActions],
} as const satisfies Protocol
