import type { DecoderRules } from '@vaultwright/manager'

/**
 * Minting and redeeming of USDe.
 *
 * Source: Ethena IEthenaMinting (v2).
 */
export const ethenaMinting = {
  decoder: 'EthenaMinting',
  functions: [
    {
      signature:
        'mint((string order_id, uint8 order_type, uint120 expiry, uint128 nonce, address benefactor, address beneficiary, address collateral_asset, uint128 collateral_amount, uint128 usde_amount) order, (address[] addresses, uint128[] ratios) route, (uint8 signature_type, bytes signature_bytes) signature)',
      packs: 'order.benefactor, order.beneficiary, order.collateral_asset',
    },
    {
      signature:
        'redeem((string order_id, uint8 order_type, uint120 expiry, uint128 nonce, address benefactor, address beneficiary, address collateral_asset, uint128 collateral_amount, uint128 usde_amount) order, (uint8 signature_type, bytes signature_bytes) signature)',
      packs: 'order.benefactor, order.beneficiary, order.collateral_asset',
    },
    { signature: 'removeDelegatedSigner(address _removedSigner)', packs: '_removedSigner' },
    { signature: 'setDelegatedSigner(address _delegateTo)', packs: '_delegateTo' },
  ],
} as const satisfies DecoderRules

/**
 * The way out of sUSDe.
 *
 * Source: Ethena StakedUSDeV2.
 */
export const ethenaWithdraw = {
  decoder: 'EthenaWithdraw',
  functions: [
    { signature: 'cooldownAssets(uint256 assets)', packs: '' },
    { signature: 'cooldownShares(uint256 shares)', packs: '' },
    { signature: 'unstake(address receiver)', packs: 'receiver' },
  ],
} as const satisfies DecoderRules
