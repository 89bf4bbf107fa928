import { defineAction } from '../action/action.ts'
import type { AccountParameter } from '../action/parameter.ts'
import { change, everything, fluidDex, fluidRewardsClaiming, native, nftId } from './function.ts'

const vault = {
  kind: 'account',
  describe: 'Vault of Fluid that lends against collateral',
} as const satisfies AccountParameter

const maximum = 2n ** 256n - 1n

/** The answers of a plain vault about itself. Source: Fluid IFluidVaultT1. */
const constants =
  '(address liquidity, address factory, address adminImplementation, address secondaryImplementation, address supplyToken, address borrowToken, uint8 supplyDecimals, uint8 borrowDecimals, uint256 vaultId, bytes32 liquiditySupplyExchangePriceSlot, bytes32 liquidityBorrowExchangePriceSlot, bytes32 liquidityUserSupplySlot, bytes32 liquidityUserBorrowSlot)'

const rules = [fluidDex] as const

/** The inflow less the outflow, as one signed number; all out beside an inflow fits into none. */
function changeOf(inflow: bigint, outflow: bigint): bigint {
  return outflow === maximum && inflow === 0n ? everything : inflow - outflow
}

const operate = defineAction({
  route: 'fluid/operate',
  name: 'Change a position',
  description: 'Supplies or withdraws collateral and borrows or repays debt, in one call.',
  sentence:
    'Supply {supply}, withdraw {withdraw}, borrow {borrow}, repay {repay} in position {nft_id} of {vault}',
  parameters: {
    vault,
    nft_id: nftId,
    collateral: {
      kind: 'token',
      fact: { of: 'vault', call: 'constantsView().supplyToken', returns: constants },
      describe: 'Collateral of the vault',
    },
    debt: {
      kind: 'token',
      fact: { of: 'vault', call: 'constantsView().borrowToken', returns: constants },
      describe: 'Token that the vault lends',
    },
    supply: {
      kind: 'amount',
      unit: 'collateral',
      fallback: '0',
      describe: 'Collateral that goes in',
    },
    withdraw: {
      kind: 'amount',
      unit: 'collateral',
      fallback: '0',
      takesMax: true,
      describe: 'Collateral that comes out; max for all of it',
    },
    borrow: { kind: 'amount', unit: 'debt', fallback: '0', describe: 'Debt that is taken on' },
    repay: {
      kind: 'amount',
      unit: 'debt',
      fallback: '0',
      takesMax: true,
      describe: 'Debt that is paid back; max for all of it',
    },
    native,
  },
  signature: 'operate(uint256 nftId, int256 newCol, int256 newDebt, address to)',
  rules,
  target: 'vault',
  arguments: ({ nft_id, supply, withdraw, borrow, repay, self }) => [
    nft_id,
    changeOf(supply, withdraw),
    changeOf(borrow, repay),
    self,
  ],
  sends: 'either',
  value: ({ native }) => native,
  approvals: [
    { token: 'collateral', spender: 'vault', amount: 'supply' },
    { token: 'debt', spender: 'vault', amount: 'repay' },
  ],
})

const operateSmartSide = defineAction({
  route: 'fluid/operate_smart_side',
  name: 'Change a position with one smart side',
  description:
    'Changes a position whose collateral or whose debt is a share of a pool; approvals go before.',
  sentence: 'Change position {nft_id} of {vault}',
  parameters: {
    vault,
    nft_id: nftId,
    smart_collateral: {
      kind: 'flag',
      describe: 'Whether the collateral is the pool share (vault type 2) or the debt (type 3)',
    },
    token_0: {
      ...change,
      describe: 'First token of the smart side: base units, negative to withdraw or repay',
    },
    token_1: {
      ...change,
      fallback: 0n,
      describe: 'Second token of the smart side: base units, negative to withdraw or repay',
    },
    shares_bound: {
      ...change,
      describe:
        'Bound of the shares of the smart side, signed as its tokens: least for a supply or repayment, most for a withdrawal or loan',
    },
    other_side: {
      ...change,
      describe: 'Change of the plain side: base units, negative to withdraw or repay',
    },
    native,
  },
  signature:
    'operate(uint256 nftId, int256 newCol, int256 newDebtToken0, int256 newDebtToken1, int256 debtSharesMinMax, address to)',
  rules,
  target: 'vault',
  arguments: ({ nft_id, smart_collateral, token_0, token_1, shares_bound, ...fields }) => {
    const smart = [token_0, token_1, shares_bound]
    const sides = smart_collateral ? [...smart, fields.other_side] : [fields.other_side, ...smart]
    return [nft_id, ...sides, fields.self]
  },
  sends: 'either',
  value: ({ native }) => native,
})

const operateSmart = defineAction({
  route: 'fluid/operate_smart',
  name: 'Change a smart position',
  description:
    'Changes a position whose collateral and debt are both shares of pools; approvals go before.',
  sentence: 'Change position {nft_id} of {vault}',
  parameters: {
    vault,
    nft_id: nftId,
    collateral_0: {
      ...change,
      describe: 'First token of the collateral: base units, negative to withdraw',
    },
    collateral_1: {
      ...change,
      describe: 'Second token of the collateral: base units, negative to withdraw',
    },
    collateral_bound: {
      ...change,
      describe: 'Bound of its shares, signed as its tokens: least for a supply, most otherwise',
    },
    debt_0: { ...change, describe: 'First token of the debt: base units, negative to repay' },
    debt_1: { ...change, describe: 'Second token of the debt: base units, negative to repay' },
    debt_bound: {
      ...change,
      describe: 'Bound of its shares, signed as its tokens: least for a repayment, most otherwise',
    },
    native,
  },
  signature:
    'operate(uint256 nftId, int256 newColToken0, int256 newColToken1, int256 colSharesMinMax, int256 newDebtToken0, int256 newDebtToken1, int256 debtSharesMinMax, address to)',
  rules,
  target: 'vault',
  arguments: ({ nft_id, self, ...side }) => [
    nft_id,
    side.collateral_0,
    side.collateral_1,
    side.collateral_bound,
    side.debt_0,
    side.debt_1,
    side.debt_bound,
    self,
  ],
  sends: 'either',
  value: ({ native }) => native,
})

const claimRewards = defineAction({
  route: 'fluid/claim_rewards',
  name: 'Claim rewards',
  description: 'Claims rewards from a merkle distributor of Fluid.',
  sentence: 'Claim rewards from {distributor}',
  parameters: {
    distributor: { kind: 'account', describe: 'Merkle distributor of Fluid' },
    cumulative_amount: {
      kind: 'integer',
      min: 0n,
      max: maximum,
      describe: 'All that was ever earned, in base units, as the app of Fluid states it',
    },
    position_type: { kind: 'integer', min: 0n, max: 255n, describe: 'Kind of position' },
    position_id: { kind: 'word', describe: 'Position that earned' },
    cycle: { kind: 'integer', min: 0n, max: maximum, describe: 'Cycle of the distribution' },
    proof: { kind: 'raw', type: 'bytes32[]', sample: [], describe: 'Merkle proof' },
    metadata: { kind: 'bytes', fallback: '0x', describe: 'Metadata of the claim' },
  },
  signature:
    'claim(address recipient_, uint256 cumulativeAmount_, uint8 positionType_, bytes32 positionId_, uint256 cycle_, bytes32[] merkleProof_, bytes metadata_)',
  rules: [fluidRewardsClaiming],
  target: 'distributor',
  arguments: ({ self, cumulative_amount, position_type, position_id, ...claim }) => [
    self,
    cumulative_amount,
    position_type,
    position_id,
    claim.cycle,
    claim.proof,
    claim.metadata,
  ],
})

/** The actions of a strategist with the vaults and the rewards of Fluid. */
export const fluidVaultActions = [operate, operateSmartSide, operateSmart, claimRewards] as const
