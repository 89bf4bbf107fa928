import type { Protocol } from '../action/protocol-entry.ts'
import { gearboxActions } from './action.ts'
import { gearbox } from './function.ts'

/** Gearbox. */
export const protocol = {
  name: 'gearbox',
  title: 'Gearbox',
  appUrl: null,
  decoders: [gearbox],
  actions: gearboxActions,
} as const satisfies Protocol
