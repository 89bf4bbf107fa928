import type { Protocol } from '../action/protocol-entry.ts'
import { balancerV3Actions } from './action.ts'
import { balancerV3 } from './function.ts'

/** Balancer v3. */
export const protocol = {
  name: 'balancer_v3',
  title: 'Balancer v3',
  appUrl: 'https://balancer.fi',
  decoders: [balancerV3],
  actions: balancerV3Actions,
} as const satisfies Protocol
