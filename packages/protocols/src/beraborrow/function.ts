import type { DecoderRules } from '@vaultwright/manager'

const noPreDeposit = ['length(params._preDeposit) == 0'] as const

/**
 * Dens, collateral vaults and the managed leveraged vaults of Beraborrow. No call may carry bytes.
 *
 * Source: Beraborrow CollVaultRouter, ManagedLeveragedVault.
 */
export const beraborrow = {
  decoder: 'Beraborrow',
  functions: [
    {
      signature:
        'adjustDenVault((address denManager, address collVault, uint256 _maxFeePercentage, uint256 _collAssetToDeposit, uint256 _collWithdrawal, uint256 _debtChange, bool _isDebtIncrease, address _upperHint, address _lowerHint, bool unwrap, uint256 _minSharesMinted, uint256 _minAssetsWithdrawn, uint256 _collIndex, bytes _preDeposit) params)',
      memory: true,
      packs: 'params.denManager, params.collVault',
      checks: noPreDeposit,
    },
    {
      signature: 'cancelWithdrawalIntent(uint256 epoch, uint256 sharesToCancel, address receiver)',
      packs: 'receiver',
    },
    {
      signature:
        'closeDenVault(address denManager, address collVault, uint256 minAssetsWithdrawn, uint256 collIndex, bool unwrap)',
      packs: 'denManager, collVault',
    },
    {
      signature:
        'deposit(uint256 assets, address receiver, (address upperHint, address lowerHint, uint256 minSharesOut, uint256 minCollVaultShares) addCollParams)',
      memory: true,
      packs: 'receiver',
    },
    {
      signature:
        'openDenVault((address denManager, address collVault, uint256 _maxFeePercentage, uint256 _debtAmount, uint256 _collAssetToDeposit, address _upperHint, address _lowerHint, uint256 _minSharesMinted, uint256 _collIndex, bytes _preDeposit) params)',
      memory: true,
      packs: 'params.denManager, params.collVault',
      checks: noPreDeposit,
    },
    {
      signature: 'redeemIntent(uint256 shares, address receiver, address owner)',
      packs: 'receiver, owner',
    },
    {
      signature:
        'withdrawFromEpoch(uint256 epoch, address receiver, (address swapper, bytes payload, uint256 minOut) unwrapParams)',
      packs: 'receiver, unwrapParams.swapper',
      checks: ['length(unwrapParams.payload) == 0'],
    },
  ],
} as const satisfies DecoderRules
