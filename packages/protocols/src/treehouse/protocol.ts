import type { Protocol } from '../action/protocol-entry.ts'
import { treehouseActions } from './action.ts'
import { treehouse } from './function.ts'

/** Treehouse. */
export const protocol = {
  name: 'treehouse',
  title: 'Treehouse',
  appUrl: null,
  decoders: [treehouse],
  actions: treehouseActions,
} as const satisfies Protocol
