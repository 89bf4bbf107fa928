import type { Protocol } from '../action/protocol-entry.ts'
import { swellActions } from './action.ts'
import { swell, swellSimpleStaking, wSwellUnwrapping } from './function.ts'

/** Swell. */
export const protocol = {
  name: 'swell',
  title: 'Swell',
  appUrl: null,
  decoders: [swell, swellSimpleStaking, wSwellUnwrapping],
  actions: swellActions,
} as const satisfies Protocol
