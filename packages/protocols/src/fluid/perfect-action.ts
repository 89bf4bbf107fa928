import { defineAction } from '../action/action.ts'
import type { AccountParameter } from '../action/parameter.ts'
import { fluidDex } from './function.ts'
import { change, native, nftId } from './parameter.ts'

const vault = {
  kind: 'account',
  describe: 'Vault of Fluid whose collateral or debt is a share of a pool',
} as const satisfies AccountParameter

const bound =
  'signed as the shares, base units: most for a supply or repayment, least for a withdrawal or loan'
const rules = [fluidDex] as const

const perfectSide = defineAction({
  route: 'fluid/operate_perfect_side',
  name: 'Change a position by shares of its smart side',
  description:
    'Changes a position with one smart side by an exact number of its shares; approvals go before.',
  sentence: 'Change position {nft_id} of {vault} by {shares} shares',
  parameters: {
    vault,
    nft_id: nftId,
    smart_collateral: {
      kind: 'flag',
      describe: 'Whether the collateral is the pool share (vault type 2) or the debt (type 3)',
    },
    shares: {
      ...change,
      describe: 'Shares of the smart side; negative to withdraw or repay, the least number for all',
    },
    token_0_bound: { ...change, describe: `Bound of the first token, ${bound}` },
    token_1_bound: { ...change, describe: `Bound of the second token, ${bound}` },
    other_side: {
      ...change,
      describe: 'Change of the plain side: base units, negative to withdraw or repay',
    },
    native,
  },
  signature:
    'operatePerfect(uint256 nftId, int256 newCol, int256 perfectDebtShares, int256 debtToken0MinMax, int256 debtToken1MinMax, address to)',
  rules,
  target: 'vault',
  arguments: ({ nft_id, smart_collateral, shares, token_0_bound, token_1_bound, ...rest }) => {
    const smart = [shares, token_0_bound, token_1_bound]
    const sides = smart_collateral ? [...smart, rest.other_side] : [rest.other_side, ...smart]
    return [nft_id, ...sides, rest.self]
  },
  sends: 'either',
  value: ({ native }) => native,
})

const perfect = defineAction({
  route: 'fluid/operate_perfect',
  name: 'Change a smart position by shares',
  description:
    'Changes a position with two smart sides by exact numbers of shares; approvals go before.',
  sentence:
    'Change position {nft_id} of {vault} by {collateral_shares} shares of collateral and {debt_shares} of debt',
  parameters: {
    vault,
    nft_id: nftId,
    collateral_shares: {
      ...change,
      describe: 'Shares of the collateral; negative to withdraw, the least number for all',
    },
    collateral_0_bound: { ...change, describe: `Bound of its first token, ${bound}` },
    collateral_1_bound: { ...change, describe: `Bound of its second token, ${bound}` },
    debt_shares: {
      ...change,
      describe: 'Shares of the debt; negative to repay, the least number for all',
    },
    debt_0_bound: { ...change, describe: `Bound of its first token, ${bound}` },
    debt_1_bound: { ...change, describe: `Bound of its second token, ${bound}` },
    native,
  },
  signature:
    'operatePerfect(uint256 nftId, int256 perfectColShares, int256 colToken0MinMax, int256 colToken1MinMax, int256 perfectDebtShares, int256 debtToken0MinMax, int256 debtToken1MinMax, address to)',
  rules,
  target: 'vault',
  arguments: ({ nft_id, self, ...side }) => [
    nft_id,
    side.collateral_shares,
    side.collateral_0_bound,
    side.collateral_1_bound,
    side.debt_shares,
    side.debt_0_bound,
    side.debt_1_bound,
    self,
  ],
  sends: 'either',
  value: ({ native }) => native,
})

/** What a strategist can do with smart vaults of Fluid by shares. */
export const fluidPerfectActions = [perfectSide, perfect] as const
