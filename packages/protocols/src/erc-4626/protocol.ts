import type { Protocol } from '../protocol-entry.ts'
import { erc4626 } from './function.ts'

/** ERC-4626 vault. */
export const protocol = {
  name: 'erc_4626',
  title: 'ERC-4626 vault',
  appUrl: null,
  decoders: [erc4626],
  actions: [],
} as const satisfies Protocol
