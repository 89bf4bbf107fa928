import type { Protocol } from '../action/protocol-entry.ts'
import { curveActions } from './action.ts'
import { curve } from './function.ts'

/** Curve. */
export const protocol = {
  name: 'curve',
  title: 'Curve',
  appUrl: 'https://www.curve.finance',
  decoders: [curve],
  actions: curveActions,
} as const satisfies Protocol
