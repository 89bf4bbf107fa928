import type { Protocol } from '../action/protocol-entry.ts'
import { aaveV3Actions } from './action.ts'
import { aaveV3 } from './function.ts'

/** Aave v3. */
export const protocol = {
  name: 'aave_v3',
  title: 'Aave v3',
  appUrl: 'https://app.aave.com',
  isStandard: true,
  decoders: [aaveV3],
  actions: aaveV3Actions,
} as const satisfies Protocol
