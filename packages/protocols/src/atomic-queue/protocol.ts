import type { Protocol } from '../protocol-entry.ts'
import { atomicQueue } from './function.ts'

/** Atomic Queue. */
export const protocol = {
  name: 'atomic_queue',
  title: 'Atomic Queue',
  appUrl: null,
  decoders: [atomicQueue],
  actions: [],
} as const satisfies Protocol
