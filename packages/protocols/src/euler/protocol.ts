import type { Protocol } from '../action/protocol-entry.ts'
import { eulerActions } from './action.ts'
import { eulerConnectorActions } from './connector-action.ts'
import { eulerEvk } from './function.ts'

/** Euler v2. */
export const protocol = {
  name: 'euler',
  title: 'Euler v2',
  appUrl: 'https://app.euler.finance',
  decoders: [eulerEvk],
  actions: [...eulerActions, ...eulerConnectorActions],
} as const satisfies Protocol
