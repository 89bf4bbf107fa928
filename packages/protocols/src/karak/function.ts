import type { DecoderRules } from '@vaultwright/manager'
/**
 * Karak: deposits, shares and withdrawals of exactly one vault at a time.
 *
 * Source: Karak VaultSupervisor and DelegationSupervisor; what the decoder packs was observed.
 */
export const karak = {
  decoder: 'Karak',
  inherits: [],
  functions: [
    { signature: 'deposit(address vault, uint256 amount, uint256 minSharesOut)', packs: 'vault' },
    {
      signature:
        'finishWithdraw((address staker, address delegatedTo, uint256 nonce, uint256 start, (address[] vaults, uint256[] shares, address withdrawer) request)[] startedWithdrawals)',
      packs: 'startedWithdrawals[].(staker, delegatedTo, request.vaults[], request.withdrawer)',
      checks: [
        'length(startedWithdrawals) == 1',
        'length(startedWithdrawals[].request.vaults) == 1',
        'length(startedWithdrawals[].request.shares) == 1',
      ],
    },
    { signature: 'gimmieShares(address vault, uint256 shares)', packs: 'vault' },
    { signature: 'returnShares(address vault, uint256 shares)', packs: 'vault' },
    {
      signature:
        'startWithdraw((address[] vaults, uint256[] shares, address withdrawer)[] requests)',
      packs: 'requests[].(vaults[], withdrawer)',
      checks: [
        'length(requests) == 1',
        'length(requests[].vaults) == 1',
        'length(requests[].shares) == 1',
      ],
    },
  ],
} as const satisfies DecoderRules
