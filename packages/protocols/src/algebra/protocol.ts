import type { Protocol } from '../action/protocol-entry.ts'
import { algebraActions } from './action.ts'
import { algebraV4 } from './function.ts'

/** Algebra. */
export const protocol = {
  name: 'algebra',
  title: 'Algebra',
  appUrl: null,
  decoders: [algebraV4],
  actions: algebraActions,
} as const satisfies Protocol
