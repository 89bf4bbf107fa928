import type { Protocol } from '../protocol-entry.ts'
import { ambient } from './function.ts'

/** Ambient. */
export const protocol = {
  name: 'ambient',
  title: 'Ambient',
  appUrl: null,
  decoders: [ambient],
  actions: [],
} as const satisfies Protocol
