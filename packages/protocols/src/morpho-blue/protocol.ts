import type { Protocol } from '../action/protocol-entry.ts'
import { morphoBlueActions } from './action.ts'
import { morphoBlue } from './function.ts'

/** Morpho Blue. */
export const protocol = {
  name: 'morpho_blue',
  title: 'Morpho Blue',
  appUrl: 'https://app.morpho.org',
  decoders: [morphoBlue],
  actions: morphoBlueActions,
} as const satisfies Protocol
