import type { Protocol } from '../action/protocol-entry.ts'
import { predicateActions } from './action.ts'
import { predicateProxy } from './function.ts'

/** Predicate. */
export const protocol = {
  name: 'predicate',
  title: 'Predicate',
  appUrl: null,
  decoders: [predicateProxy],
  actions: predicateActions,
} as const satisfies Protocol
