import type { Protocol } from '../protocol-entry.ts'
import { cap } from './function.ts'

/** Cap. */
export const protocol = {
  name: 'cap',
  title: 'Cap',
  appUrl: null,
  decoders: [cap],
  actions: [],
} as const satisfies Protocol
