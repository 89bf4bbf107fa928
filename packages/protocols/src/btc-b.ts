import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'
import { lombardBitcoinActions } from './lombard-bitcoin.ts'

/**
 * BTC.b, a Bitcoin token issued by Lombard. The receiver of `mint` sits in the signed payload and
 * is not bound by the leaf.
 *
 * Source: Lombard asset router.
 */
export const btcB = {
  decoder: 'BTCb',
  functions: [
    { signature: 'deposit(uint256 amount)', packs: '' },
    { signature: 'mint(bytes rawPayload, bytes proof)', packs: '' },
    { signature: 'mintV1(bytes rawPayload, bytes proof)', packs: '' },
    { signature: 'redeem(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

/** BTC.b. */
export const protocol = {
  name: 'btc_b',
  title: 'BTC.b',
  appUrl: null,
  decoders: [btcB],
  actions: lombardBitcoinActions({ name: 'btc_b', title: 'BTC.b', rules: [btcB] }),
  unquoted: {
    stake: ['deposit'],
  },
} as const satisfies Protocol
