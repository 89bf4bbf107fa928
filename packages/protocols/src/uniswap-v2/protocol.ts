import type { Protocol } from '../protocol-entry.ts'
import { uniswapV2 } from './function.ts'

/** Uniswap v2. */
export const protocol = {
  name: 'uniswap_v2',
  title: 'Uniswap v2',
  appUrl: 'https://app.uniswap.org',
  decoders: [uniswapV2],
  actions: [],
} as const satisfies Protocol
