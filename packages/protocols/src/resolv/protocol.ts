import type { Protocol } from '../protocol-entry.ts'
import { resolv } from './function.ts'

/** Resolv. */
export const protocol = {
  name: 'resolv',
  title: 'Resolv',
  appUrl: null,
  decoders: [resolv],
  actions: [],
} as const satisfies Protocol
