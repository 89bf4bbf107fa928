import type { Protocol } from '../protocol-entry.ts'
import { swell, swellSimpleStaking, wSwellUnwrapping } from './function.ts'

/** Swell. */
export const protocol = {
  name: 'swell',
  title: 'Swell',
  appUrl: null,
  decoders: [swell, swellSimpleStaking, wSwellUnwrapping],
  actions: [],
} as const satisfies Protocol
