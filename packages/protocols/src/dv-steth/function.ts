import type { DecoderRules } from '@vaultwright/manager'
/**
 * The decentralised-validator vault of Mellow: deposits in one token or in all of its tokens.
 *
 * Source: Mellow Vault and DepositWrapper; what the decoder packs was observed.
 */
export const dvSteth = {
  decoder: 'DvStETH',
  inherits: [],
  reads: {
    underlyingTokens: {
      contract: 'the vault that is called',
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
      packs: 'to, underlyingTokens()[]',
      inferred: 'that the underlying tokens are read was observed, how they are packed was not',
    },
    { signature: 'emergencyWithdraw(uint256[] minAmounts, uint256 deadline)', packs: '' },
    {
      signature:
        'registerWithdrawal(address to, uint256 lpAmount, uint256[] minAmounts, uint256 deadline, uint256 requestDeadline, bool closePrevious)',
      packs: 'to',
    },
  ],
} as const satisfies DecoderRules
