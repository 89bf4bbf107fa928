import type { Protocol } from '../protocol-entry.ts'
import { algebraV4 } from './function.ts'

/** Algebra. */
export const protocol = {
  name: 'algebra',
  title: 'Algebra',
  appUrl: null,
  decoders: [algebraV4],
  actions: [],
} as const satisfies Protocol
