import type { Protocol } from '../action/protocol-entry.ts'
import { bridgeActions } from './bridge-action.ts'
import { claimActions } from './claim-action.ts'
import { agglayer } from './function.ts'

/** Agglayer bridge. */
export const protocol = {
  name: 'agglayer',
  title: 'Agglayer bridge',
  appUrl: 'https://portal.polygon.technology',
  decoders: [agglayer],
  actions: [...bridgeActions, ...claimActions],
} as const satisfies Protocol
