import type { Protocol } from '../protocol-entry.ts'
import { predicateProxy } from './function.ts'

/** Predicate. */
export const protocol = {
  name: 'predicate',
  title: 'Predicate',
  appUrl: null,
  decoders: [predicateProxy],
  actions: [],
} as const satisfies Protocol
