import type { Protocol } from '../protocol-entry.ts'
import { honey } from './function.ts'

/** Honey. */
export const protocol = {
  name: 'honey',
  title: 'Honey',
  appUrl: null,
  decoders: [honey],
  actions: [],
} as const satisfies Protocol
