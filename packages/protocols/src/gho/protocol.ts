import type { Protocol } from '../protocol-entry.ts'
import { sGho } from './function.ts'

/** GHO. */
export const protocol = {
  name: 'gho',
  title: 'GHO',
  appUrl: null,
  decoders: [sGho],
  actions: [],
} as const satisfies Protocol
