import type { Protocol } from '../protocol-entry.ts'
import { kinetiq } from './function.ts'

/** Kinetiq. */
export const protocol = {
  name: 'kinetiq',
  title: 'Kinetiq',
  appUrl: null,
  decoders: [kinetiq],
  actions: [],
} as const satisfies Protocol
