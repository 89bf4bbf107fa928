import type { Protocol } from '../action/protocol-entry.ts'
import { camelotActions } from './action.ts'
import { camelot } from './function.ts'

/** Camelot. */
export const protocol = {
  name: 'camelot',
  title: 'Camelot',
  appUrl: 'https://app.camelot.exchange',
  decoders: [camelot],
  actions: camelotActions,
} as const satisfies Protocol
