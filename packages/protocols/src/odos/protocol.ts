import type { Protocol } from '../protocol-entry.ts'
import { odos, odosOwned } from './function.ts'

/** Odos. */
export const protocol = {
  name: 'odos',
  title: 'Odos',
  appUrl: 'https://app.odos.xyz',
  decoders: [odos, odosOwned],
  actions: [],
} as const satisfies Protocol
