import type { Protocol } from '../protocol-entry.ts'
import { yuzu } from './function.ts'

/** Yuzu. */
export const protocol = {
  name: 'yuzu',
  title: 'Yuzu',
  appUrl: null,
  decoders: [yuzu],
  actions: [],
} as const satisfies Protocol
