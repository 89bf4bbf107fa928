import type { Protocol } from '../protocol-entry.ts'
import { infrared } from './function.ts'

/** Infrared. */
export const protocol = {
  name: 'infrared',
  title: 'Infrared',
  appUrl: null,
  decoders: [infrared],
  actions: [],
} as const satisfies Protocol
