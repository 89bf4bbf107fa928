import type { Protocol } from '../action/protocol-entry.ts'
import { erc4626Actions } from './action.ts'
import { erc4626 } from './function.ts'

/** ERC-4626 vault. */
export const protocol = {
  name: 'erc_4626',
  title: 'ERC-4626 vault',
  appUrl: null,
  isStandard: true,
  decoders: [erc4626],
  actions: erc4626Actions,
} as const satisfies Protocol
