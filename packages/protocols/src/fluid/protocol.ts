import type { Protocol } from '../protocol-entry.ts'
import { fluidDex, fluidFToken, fluidRewardsClaiming } from './function.ts'

/** Fluid. */
export const protocol = {
  name: 'fluid',
  title: 'Fluid',
  appUrl: 'https://fluid.io',
  decoders: [fluidDex, fluidFToken, fluidRewardsClaiming],
  actions: [],
} as const satisfies Protocol
