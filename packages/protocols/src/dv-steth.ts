import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The decentralised-validator vault of Mellow: a deposit is of one token, whichever form it has.
 *
 * Source: Mellow Vault and DepositWrapper; what the decoder packs was observed.
 */
export const dvSteth = {
  decoder: 'DvStETH',
  inherits: [],
  reads: {
    underlyingTokens: {
      contract: 'the vault that the decoder was made for',
      function: 'underlyingTokens()',
      returns: '(address[] tokens)',
    },
  },
  functions: [
    { signature: 'cancelWithdrawalRequest()', packs: '' },
    {
      signature:
        'deposit(address depositToken, uint256 amount, address vault, address receiver, address referral)',
      packs: 'depositToken, vault, receiver, referral',
    },
    {
      signature:
        'deposit(address to, uint256[] amounts, uint256 minLpAmount, uint256 deadline, uint256 referralCode)',
      packs: 'underlyingTokens()[only(amounts)], to',
    },
    { signature: 'emergencyWithdraw(uint256[] minAmounts, uint256 deadline)', packs: '' },
    {
      signature:
        'registerWithdrawal(address to, uint256 lpAmount, uint256[] minAmounts, uint256 deadline, uint256 requestDeadline, bool closePrevious)',
      packs: 'to',
    },
  ],
} as const satisfies DecoderRules

/** DVstETH. */
export const protocol = {
  name: 'dv_steth',
  title: 'DVstETH',
  appUrl: null,
  decoders: [dvSteth],
  actions: [],
} as const satisfies Protocol
