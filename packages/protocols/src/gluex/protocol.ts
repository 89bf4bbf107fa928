import type { Protocol } from '../protocol-entry.ts'
import { gluex } from './function.ts'

/** GlueX. */
export const protocol = {
  name: 'gluex',
  title: 'GlueX',
  appUrl: null,
  decoders: [gluex],
  actions: [],
} as const satisfies Protocol
