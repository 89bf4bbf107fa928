import type { Protocol } from '../protocol-entry.ts'
import { eulerEvk } from './function.ts'

/** Euler v2. */
export const protocol = {
  name: 'euler',
  title: 'Euler v2',
  appUrl: 'https://app.euler.finance',
  decoders: [eulerEvk],
  actions: [],
} as const satisfies Protocol
