import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Level: minting and redeeming of lvlUSD, and slvlUSD with a cooldown.
 *
 * Source: Level LevelMinting (both versions), StakedlvlUSD.
 */
export const level = {
  decoder: 'Level',
  inherits: ['Base', 'ERC4626', 'EthenaWithdraw'],
  functions: [
    {
      signature: 'completeRedeem(address asset, address beneficiary)',
      packs: 'asset, beneficiary',
    },
    {
      signature: 'initiateRedeem(address asset, uint256 lvlUsdAmount, uint256 minAssetAmount)',
      packs: 'asset',
    },
    {
      signature:
        'mint((address beneficiary, address collateral_asset, uint256 collateral_amount, uint256 min_lvlusd_amount) order)',
      packs: 'order.beneficiary, order.collateral_asset',
    },
    {
      signature:
        'mintDefault((address beneficiary, address collateral_asset, uint256 collateral_amount, uint256 min_lvlusd_amount) order)',
      packs: 'order.beneficiary, order.collateral_asset',
    },
    {
      signature:
        'redeem((uint8 order_type, address benefactor, address beneficiary, address collateral_asset, uint256 collateral_amount, uint256 lvlusd_amount) order)',
      packs: 'order.benefactor, order.beneficiary, order.collateral_asset',
    },
  ],
} as const satisfies DecoderRules

/** Level. */
export const protocol = {
  name: 'level',
  title: 'Level',
  appUrl: null,
  decoders: [level],
  actions: [],
} as const satisfies Protocol
