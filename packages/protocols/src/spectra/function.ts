import type { DecoderRules } from '@vaultwright/manager'

/**
 * Spectra: principal and yield tokens, the wrapper, and its Curve pools.
 *
 * Source: Spectra IPrincipalToken, Spectra4626Wrapper; Curve twocrypto-ng.
 */
export const spectra = {
  decoder: 'Spectra',
  inherits: ['Base', 'ERC4626'],
  functions: [
    { signature: 'add_liquidity(uint256[2] amounts, uint256 min_mint_amount)', packs: '' },
    { signature: 'burn(uint256 amount)', packs: '' },
    { signature: 'claimYield(address _receiver, uint256 _minAssets)', packs: '_receiver' },
    {
      signature:
        'deposit(uint256 assets, address ptReceiver, address ytReceiver, uint256 minShares)',
      packs: 'ptReceiver, ytReceiver',
    },
    {
      signature:
        'depositIBT(uint256 ibts, address ptReceiver, address ytReceiver, uint256 minShares)',
      packs: 'ptReceiver, ytReceiver',
    },
    { signature: 'depositIBT(uint256 ibts, address receiver)', packs: 'receiver' },
    { signature: 'exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy)', packs: '' },
    {
      signature: 'redeem(uint256 shares, address receiver, address owner, uint256 minAssets)',
      packs: 'receiver, owner',
    },
    {
      signature: 'redeemForIBT(uint256 shares, address receiver, address owner, uint256 minIbts)',
      packs: 'receiver, owner',
    },
    {
      signature: 'redeemForIBT(uint256 shares, address receiver, address owner)',
      packs: 'receiver, owner',
    },
    { signature: 'remove_liquidity(uint256 amount, uint256[2] min_amounts)', packs: '' },
    {
      signature: 'unwrap(uint256 shares, address receiver, address owner)',
      packs: 'receiver, owner',
    },
    { signature: 'updateYield(address _user)', packs: '_user' },
    {
      signature: 'withdraw(uint256 assets, address receiver, address owner, uint256 maxShares)',
      packs: 'receiver, owner',
    },
    {
      signature: 'withdrawIBT(uint256 ibts, address receiver, address owner)',
      packs: 'receiver, owner',
    },
    {
      signature: 'withdrawIBT(uint256 ibts, address receiver, address owner, uint256 maxShares)',
      packs: 'receiver, owner',
    },
    { signature: 'wrap(uint256 vaultShares, address receiver)', packs: 'receiver' },
  ],
} as const satisfies DecoderRules
