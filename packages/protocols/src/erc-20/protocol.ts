import type { Protocol } from '../action/protocol-entry.ts'
import { erc20Actions } from './action.ts'

/** Any token. */
export const protocol = {
  name: 'erc_20',
  title: 'Token',
  appUrl: null,
  isStandard: true,
  decoders: [],
  actions: erc20Actions,
} as const satisfies Protocol
