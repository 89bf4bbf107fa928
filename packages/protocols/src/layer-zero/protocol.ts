import type { Protocol } from '../protocol-entry.ts'
import { oft, oftOneAddress } from './function.ts'

/** LayerZero OFT. */
export const protocol = {
  name: 'layer_zero',
  title: 'LayerZero OFT',
  appUrl: 'https://layerzeroscan.com',
  decoders: [oft, oftOneAddress],
  actions: [],
} as const satisfies Protocol
