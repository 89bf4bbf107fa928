import type { Protocol } from '../action/protocol-entry.ts'
import { spectra } from './function.ts'
import { poolActions } from './pool-action.ts'
import { principalActions } from './principal-action.ts'

/** Spectra. */
export const protocol = {
  name: 'spectra',
  title: 'Spectra',
  appUrl: null,
  decoders: [spectra],
  actions: [...principalActions, ...poolActions],
  unquoted: {
    liquidity: ['add_liquidity', 'remove_liquidity'],
    two_tokens: [
      'deposit',
      'deposit_ibt',
      'deposit_ibt_any',
      'redeem',
      'redeem_ibt',
      'withdraw',
      'withdraw_ibt',
      'withdraw_ibt_any',
      'claim_yield',
    ],
  },
} as const satisfies Protocol
