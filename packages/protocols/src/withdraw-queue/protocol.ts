import type { Protocol } from '../action/protocol-entry.ts'
import { withdrawQueueActions } from './action.ts'
import { withdrawQueue } from './function.ts'

/** Vault withdraw queue. */
export const protocol = {
  name: 'withdraw_queue',
  title: 'Vault withdraw queue',
  appUrl: null,
  decoders: [withdrawQueue],
  actions: withdrawQueueActions,
} as const satisfies Protocol
