import type { Protocol } from '../action/protocol-entry.ts'
import { lineaBridgeActions } from './action.ts'
import { lineaBridge } from './function.ts'

/** Linea bridge. */
export const protocol = {
  name: 'linea_bridge',
  title: 'Linea bridge',
  appUrl: 'https://linea.build/hub/bridge',
  decoders: [lineaBridge],
  actions: lineaBridgeActions,
} as const satisfies Protocol
