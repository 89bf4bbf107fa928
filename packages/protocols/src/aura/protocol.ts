import type { Protocol } from '../action/protocol-entry.ts'
import { auraActions } from './action.ts'
import { aura } from './function.ts'

/** Aura. */
export const protocol = {
  name: 'aura',
  title: 'Aura',
  appUrl: 'https://app.aura.finance',
  decoders: [aura],
  actions: auraActions,
} as const satisfies Protocol
