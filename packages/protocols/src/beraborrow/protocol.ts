import type { Protocol } from '../protocol-entry.ts'
import { beraborrow } from './function.ts'

/** Beraborrow. */
export const protocol = {
  name: 'beraborrow',
  title: 'Beraborrow',
  appUrl: null,
  decoders: [beraborrow],
  actions: [],
} as const satisfies Protocol
