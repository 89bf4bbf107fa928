import type { Protocol } from '../protocol-entry.ts'
import { agglayer } from './function.ts'

/** Agglayer bridge. */
export const protocol = {
  name: 'agglayer',
  title: 'Agglayer bridge',
  appUrl: 'https://portal.polygon.technology',
  decoders: [agglayer],
  actions: [],
} as const satisfies Protocol
