import type { Protocol } from '../protocol-entry.ts'
import { uniswapV4 } from './function.ts'

/** Uniswap v4. */
export const protocol = {
  name: 'uniswap_v4',
  title: 'Uniswap v4',
  appUrl: 'https://app.uniswap.org',
  decoders: [uniswapV4],
  actions: [],
} as const satisfies Protocol
