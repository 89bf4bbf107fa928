import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'
import { lombardBitcoinActions } from './lombard-bitcoin.ts'

/**
 * BTCK, a Bitcoin token issued by Lombard. The receiver of `mint` sits in the signed payload and
 * is not bound by the leaf.
 *
 * Source: Lombard asset router.
 */
export const btcK = {
  decoder: 'BTCK',
  functions: [
    { signature: 'deposit(uint256 amount)', packs: '' },
    { signature: 'mint(bytes rawPayload, bytes proof)', packs: '' },
    { signature: 'mintV1(bytes rawPayload, bytes proof)', packs: '' },
    { signature: 'redeem(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

/** BTCK. */
export const protocol = {
  name: 'btc_k',
  title: 'BTCK',
  appUrl: null,
  decoders: [btcK],
  actions: lombardBitcoinActions({ name: 'btc_k', title: 'BTCK', rules: [btcK] }),
  unquoted: {
    stake: ['deposit'],
  },
} as const satisfies Protocol
