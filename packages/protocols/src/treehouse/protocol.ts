import type { Protocol } from '../protocol-entry.ts'
import { treehouse } from './function.ts'

/** Treehouse. */
export const protocol = {
  name: 'treehouse',
  title: 'Treehouse',
  appUrl: null,
  decoders: [treehouse],
  actions: [],
} as const satisfies Protocol
