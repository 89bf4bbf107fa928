import type { DecoderRules } from '@vaultwright/manager'
import type { AmountParameter, IntegerParameter } from '../action/parameter.ts'

/**
 * Vaults of Fluid: plain, and with smart collateral or smart debt.
 *
 * Source: Fluid IFluidVaultT1 to T4.
 */
export const fluidDex = {
  decoder: 'FluidDex',
  functions: [
    { signature: 'operate(uint256 nftId, int256 newCol, int256 newDebt, address to)', packs: 'to' },
    {
      signature:
        'operate(uint256 nftId, int256 newCol, int256 newDebtToken0, int256 newDebtToken1, int256 debtSharesMinMax, address to)',
      packs: 'to',
    },
    {
      signature:
        'operate(uint256 nftId, int256 newColToken0, int256 newColToken1, int256 colSharesMinMax, int256 newDebtToken0, int256 newDebtToken1, int256 debtSharesMinMax, address to)',
      packs: 'to',
    },
    {
      signature:
        'operatePerfect(uint256 nftId, int256 newCol, int256 perfectDebtShares, int256 debtToken0MinMax, int256 debtToken1MinMax, address to)',
      packs: 'to',
    },
    {
      signature:
        'operatePerfect(uint256 nftId, int256 perfectColShares, int256 colToken0MinMax, int256 colToken1MinMax, int256 perfectDebtShares, int256 debtToken0MinMax, int256 debtToken1MinMax, address to)',
      packs: 'to',
    },
  ],
} as const satisfies DecoderRules

/**
 * Lending tokens of Fluid: ERC-4626 with a slippage bound as last argument.
 *
 * Source: Fluid IFToken.
 */
export const fluidFToken = {
  decoder: 'FluidFToken',
  functions: [
    {
      signature: 'deposit(uint256 assets_, address receiver_, uint256 minAmountOut_)',
      packs: 'receiver_',
    },
    {
      signature: 'mint(uint256 shares_, address receiver_, uint256 maxAssets_)',
      packs: 'receiver_',
    },
    {
      signature:
        'redeem(uint256 shares_, address receiver_, address owner_, uint256 minAmountOut_)',
      packs: 'receiver_, owner_',
    },
    {
      signature:
        'withdraw(uint256 assets_, address receiver_, address owner_, uint256 maxSharesBurn_)',
      packs: 'receiver_, owner_',
    },
  ],
} as const satisfies DecoderRules

/**
 * The merkle distributor of Fluid.
 *
 * Source: Fluid FluidMerkleDistributor.
 */
export const fluidRewardsClaiming = {
  decoder: 'FluidRewardsClaiming',
  functions: [
    {
      signature:
        'claim(address recipient_, uint256 cumulativeAmount_, uint8 positionType_, bytes32 positionId_, uint256 cycle_, bytes32[] merkleProof_, bytes metadata_)',
      packs: 'recipient_',
    },
  ],
} as const satisfies DecoderRules

/** The position that a vault of Fluid changes. */
export const nftId = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'NFT of the position; 0 opens a new one',
} as const satisfies IntegerParameter

/** The native coin that goes along with the call. */
export const native = {
  kind: 'amount',
  unit: 'native',
  fallback: '0',
  describe: 'Native coin that goes along, when it is what is supplied or repaid',
} as const satisfies AmountParameter

/** The most negative number: Fluid reads it as all of a position. */
export const everything = -(2n ** 255n)

/** A signed change of a position. */
export const change = {
  kind: 'integer',
  min: everything,
  max: 2n ** 255n - 1n,
} as const satisfies Partial<IntegerParameter>
