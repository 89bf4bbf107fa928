import type { Protocol } from '../action/protocol-entry.ts'
import { convexActions } from './action.ts'
import { convex, convexFx } from './function.ts'

/** Convex. */
export const protocol = {
  name: 'convex',
  title: 'Convex',
  appUrl: 'https://www.convexfinance.com',
  decoders: [convex, convexFx],
  actions: convexActions,
} as const satisfies Protocol
