import type { Protocol } from '../protocol-entry.ts'
import { oogaBooga } from './function.ts'

/** Ooga Booga. */
export const protocol = {
  name: 'ooga_booga',
  title: 'Ooga Booga',
  appUrl: null,
  decoders: [oogaBooga],
  actions: [],
} as const satisfies Protocol
