import type { Protocol } from '../protocol-entry.ts'
import { eigenLayer } from './function.ts'

/** Eigen Layer. */
export const protocol = {
  name: 'eigen_layer',
  title: 'Eigen Layer',
  appUrl: null,
  decoders: [eigenLayer],
  actions: [],
} as const satisfies Protocol
