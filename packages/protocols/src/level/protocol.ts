import type { Protocol } from '../protocol-entry.ts'
import { level } from './function.ts'

/** Level. */
export const protocol = {
  name: 'level',
  title: 'Level',
  appUrl: null,
  decoders: [level],
  actions: [],
} as const satisfies Protocol
