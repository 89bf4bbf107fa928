import type { Protocol } from '../action/protocol-entry.ts'
import { layerZeroActions } from './action.ts'
import { oft, oftOneAddress } from './function.ts'

/** LayerZero OFT. */
export const protocol = {
  name: 'layer_zero',
  title: 'LayerZero OFT',
  appUrl: 'https://layerzeroscan.com',
  decoders: [oft, oftOneAddress],
  actions: layerZeroActions,
} as const satisfies Protocol
