import type { Protocol } from '../protocol-entry.ts'
import { convex, convexFx } from './function.ts'

/** Convex. */
export const protocol = {
  name: 'convex',
  title: 'Convex',
  appUrl: 'https://www.convexfinance.com',
  decoders: [convex, convexFx],
  actions: [],
} as const satisfies Protocol
