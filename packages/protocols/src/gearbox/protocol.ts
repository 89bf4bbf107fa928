import type { Protocol } from '../protocol-entry.ts'
import { gearbox } from './function.ts'

/** Gearbox. */
export const protocol = {
  name: 'gearbox',
  title: 'Gearbox',
  appUrl: null,
  decoders: [gearbox],
  actions: [],
} as const satisfies Protocol
