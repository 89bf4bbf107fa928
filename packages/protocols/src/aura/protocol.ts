import type { Protocol } from '../protocol-entry.ts'
import { aura } from './function.ts'

/** Aura. */
export const protocol = {
  name: 'aura',
  title: 'Aura',
  appUrl: 'https://app.aura.finance',
  decoders: [aura],
  actions: [],
} as const satisfies Protocol
