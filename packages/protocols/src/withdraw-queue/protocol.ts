import type { Protocol } from '../protocol-entry.ts'
import { withdrawQueue } from './function.ts'

/** Vault withdraw queue. */
export const protocol = {
  name: 'withdraw_queue',
  title: 'Vault withdraw queue',
  appUrl: null,
  decoders: [withdrawQueue],
  actions: [],
} as const satisfies Protocol
