import type { Protocol } from '../action/protocol-entry.ts'
import { pendleActions } from './action.ts'
import { pendleRouter } from './function.ts'

/** Pendle. */
export const protocol = {
  name: 'pendle',
  title: 'Pendle',
  appUrl: 'https://app.pendle.finance',
  decoders: [pendleRouter],
  actions: pendleActions,
} as const satisfies Protocol
