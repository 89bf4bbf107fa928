import type { Protocol } from '../protocol-entry.ts'
import { frax } from './function.ts'

/** Frax. */
export const protocol = {
  name: 'frax',
  title: 'Frax',
  appUrl: null,
  decoders: [frax],
  actions: [],
} as const satisfies Protocol
