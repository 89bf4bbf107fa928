import type { Protocol } from '../action/protocol-entry.ts'
import { eigenLayerActions } from './action.ts'
import { eigenLayer } from './function.ts'

/** Eigen Layer. */
export const protocol = {
  name: 'eigen_layer',
  title: 'Eigen Layer',
  appUrl: null,
  decoders: [eigenLayer],
  actions: eigenLayerActions,
} as const satisfies Protocol
