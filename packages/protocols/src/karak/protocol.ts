import type { Protocol } from '../action/protocol-entry.ts'
import { karakActions } from './action.ts'
import { karak } from './function.ts'

/** Karak. */
export const protocol = {
  name: 'karak',
  title: 'Karak',
  appUrl: null,
  decoders: [karak],
  actions: karakActions,
} as const satisfies Protocol
