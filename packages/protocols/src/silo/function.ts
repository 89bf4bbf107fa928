import type { DecoderRules } from '@vaultwright/manager'

const knownType = ['_collateralType <= 1'] as const

/**
 * Silo v2; a `uint8` names the collateral type (protected or borrowable).
 *
 * Source: Silo v2 ISilo, ISiloIncentivesController.
 */
export const siloRules = {
  decoder: 'Silo',
  inherits: ['ERC4626'],
  functions: [
    { signature: 'accrueInterest()', packs: '' },
    {
      signature: 'borrow(uint256 _assets, address _receiver, address _borrower)',
      packs: '_receiver, _borrower',
    },
    {
      signature: 'borrowSameAsset(uint256 _assets, address _receiver, address _borrower)',
      packs: '_receiver, _borrower',
    },
    {
      signature: 'borrowShares(uint256 _shares, address _receiver, address _borrower)',
      packs: '_receiver, _borrower',
    },
    { signature: 'claimRewards()', packs: '' },
    { signature: 'claimRewards(address _to, string[] _programNames)', memory: true, packs: '_to' },
    { signature: 'claimRewards(address _to)', packs: '_to' },
    {
      signature: 'deposit(uint256 _assets, address _receiver, uint8 _collateralType)',
      packs: '_receiver',
      checks: knownType,
    },
    {
      signature: 'mint(uint256 _shares, address _receiver, uint8 _collateralType)',
      packs: '_receiver',
      checks: knownType,
    },
    {
      signature:
        'redeem(uint256 _shares, address _receiver, address _owner, uint8 _collateralType)',
      packs: '_receiver, _owner',
      checks: knownType,
    },
    { signature: 'repay(uint256 _assets, address _borrower)', packs: '_borrower' },
    { signature: 'repayShares(uint256 _shares, address _borrower)', packs: '_borrower' },
    { signature: 'switchCollateralToThisSilo()', packs: '' },
    {
      signature: 'transitionCollateral(uint256 _shares, address _owner, uint8 _transitionFrom)',
      packs: '_owner',
      checks: ['_transitionFrom <= 1'],
    },
    {
      signature:
        'withdraw(uint256 _assets, address _receiver, address _owner, uint8 _collateralType)',
      packs: '_receiver, _owner',
      checks: knownType,
    },
  ],
} as const satisfies DecoderRules

/**
 * Curated vaults of Silo.
 *
 * Source: Silo v2 ISiloVault.
 */
export const siloVault = {
  decoder: 'SiloVault',
  inherits: ['ERC4626'],
  functions: [{ signature: 'claimRewards()', packs: '' }],
} as const satisfies DecoderRules
