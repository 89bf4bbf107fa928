import type { Protocol } from '../protocol-entry.ts'
import { curve } from './function.ts'

/** Curve. */
export const protocol = {
  name: 'curve',
  title: 'Curve',
  appUrl: 'https://www.curve.finance',
  decoders: [curve],
  actions: [],
} as const satisfies Protocol
