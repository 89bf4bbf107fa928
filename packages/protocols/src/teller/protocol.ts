import type { Protocol } from '../protocol-entry.ts'
import { teller } from './function.ts'

/** Vault teller. */
export const protocol = {
  name: 'teller',
  title: 'Vault teller',
  appUrl: null,
  decoders: [teller],
  actions: [],
} as const satisfies Protocol
