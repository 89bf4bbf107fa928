import type { Protocol } from '../action/protocol-entry.ts'
import { syrupActions } from './action.ts'
import { syrup } from './function.ts'

/** Syrup. */
export const protocol = {
  name: 'syrup',
  title: 'Syrup',
  appUrl: null,
  decoders: [syrup],
  actions: syrupActions,
} as const satisfies Protocol
