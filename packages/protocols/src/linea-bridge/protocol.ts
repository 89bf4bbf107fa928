import type { Protocol } from '../protocol-entry.ts'
import { lineaBridge } from './function.ts'

/** Linea bridge. */
export const protocol = {
  name: 'linea_bridge',
  title: 'Linea bridge',
  appUrl: 'https://linea.build/hub/bridge',
  decoders: [lineaBridge],
  actions: [],
} as const satisfies Protocol
