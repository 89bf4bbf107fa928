import type { Protocol } from '../protocol-entry.ts'
import { roycoWeiroll } from './function.ts'

/** Royco. */
export const protocol = {
  name: 'royco',
  title: 'Royco',
  appUrl: null,
  decoders: [roycoWeiroll],
  actions: [],
} as const satisfies Protocol
