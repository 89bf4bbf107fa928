import type { Protocol } from '../action/protocol-entry.ts'
import { balancerV2Actions } from './action.ts'
import { flashLoan } from './flash-loan-action.ts'
import { balancerV2 } from './function.ts'

/** Balancer v2. */
export const protocol = {
  name: 'balancer_v2',
  title: 'Balancer v2',
  appUrl: 'https://balancer.fi',
  decoders: [balancerV2],
  actions: [...balancerV2Actions, flashLoan],
} as const satisfies Protocol
