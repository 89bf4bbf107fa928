import { defineAction } from '../action/action.ts'
import type { AccountParameter, TokenParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { change, fluidDex, fluidFToken, fluidRewardsClaiming, native, nftId } from './function.ts'
import { fluidVaultActions } from './vault-action.ts'

const fToken = {
  kind: 'token',
  role: 'f_token',
  describe: 'Lending token of Fluid',
} as const satisfies TokenParameter

const asset = {
  kind: 'token',
  fact: { of: 'f_token', call: 'asset()', returns: '(address)' },
  describe: 'Token that is lent',
} as const satisfies TokenParameter

const lendingRules = [fluidFToken] as const

const deposit = defineAction({
  route: 'fluid/deposit',
  name: 'Deposit',
  description: 'Lends an asset for its lending token, at a minimum number of shares.',
  sentence: 'Deposit {amount} into {f_token} for at least {min_shares}',
  parameters: {
    f_token: fToken,
    asset,
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to lend' },
    min_shares: {
      kind: 'minimum',
      unit: 'f_token',
      quote: ({ f_token, amount }) => ({
        to: f_token as `0x${string}`,
        call: 'previewDeposit(uint256)',
        arguments: [amount!],
        returns: '(uint256)',
      }),
      describe: 'Minimum shares that must come out',
    },
  },
  signature: 'deposit(uint256 assets_, address receiver_, uint256 minAmountOut_)',
  rules: lendingRules,
  target: 'f_token',
  arguments: ({ amount, self, min_shares }) => [amount, self, min_shares],
  approvals: [{ token: 'asset', spender: 'f_token', amount: 'amount' }],
})

const mint = defineAction({
  route: 'fluid/mint',
  name: 'Mint shares',
  description: 'Buys an exact number of shares of a lending token.',
  sentence: 'Mint {shares} for at most {max_assets}',
  parameters: {
    f_token: fToken,
    asset,
    shares: { kind: 'amount', unit: 'f_token', describe: 'How many shares to receive' },
    max_assets: { kind: 'amount', unit: 'asset', describe: 'The most that may be paid' },
  },
  signature: 'mint(uint256 shares_, address receiver_, uint256 maxAssets_)',
  rules: lendingRules,
  target: 'f_token',
  arguments: ({ shares, self, max_assets }) => [shares, self, max_assets],
  approvals: [{ token: 'asset', spender: 'f_token', amount: 'max_assets' }],
})

const withdraw = defineAction({
  route: 'fluid/withdraw',
  name: 'Withdraw',
  description: 'Takes an exact amount of a lent asset back, for at most so many shares.',
  sentence: 'Withdraw {amount} from {f_token} for at most {max_shares}',
  parameters: {
    f_token: fToken,
    asset,
    amount: {
      kind: 'amount',
      unit: 'asset',
      takesMax: true,
      describe: 'How much to withdraw; max for all that can be',
    },
    max_shares: {
      kind: 'amount',
      unit: 'f_token',
      takesMax: true,
      describe: 'The most shares that may be given for it; max for no limit',
    },
  },
  signature: 'withdraw(uint256 assets_, address receiver_, address owner_, uint256 maxSharesBurn_)',
  rules: lendingRules,
  target: 'f_token',
  arguments: ({ amount, self, max_shares }) => [amount, self, self, max_shares],
})

const redeem = defineAction({
  route: 'fluid/redeem',
  name: 'Redeem shares',
  description: 'Gives shares of a lending token back for at least so much of the asset.',
  sentence: 'Redeem {shares} for at least {min_assets}',
  parameters: {
    f_token: fToken,
    asset,
    shares: {
      kind: 'amount',
      unit: 'f_token',
      all: 'balance',
      describe: 'How many shares to give back',
    },
    min_assets: {
      kind: 'minimum',
      unit: 'asset',
      quote: ({ f_token, shares }) => ({
        to: f_token as `0x${string}`,
        call: 'previewRedeem(uint256)',
        arguments: [shares!],
        returns: '(uint256)',
      }),
      describe: 'Minimum output',
    },
  },
  signature: 'redeem(uint256 shares_, address receiver_, address owner_, uint256 minAmountOut_)',
  rules: lendingRules,
  target: 'f_token',
  arguments: ({ shares, self, min_assets }) => [shares, self, self, min_assets],
})

/** The actions of a strategist with the lending tokens of Fluid. */
const fluidLendingActions = [deposit, mint, withdraw, redeem] as const

const vault = {
  kind: 'account',
  describe: 'Vault of Fluid whose collateral or debt is a share of a pool',
} as const satisfies AccountParameter

const bound =
  'signed as the shares, base units: most for a supply or repayment, least for a withdrawal or loan'
const dexRules = [fluidDex] as const

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
  rules: dexRules,
  target: 'vault',
  arguments: ({ nft_id, smart_collateral, shares, token_0_bound, token_1_bound, ...bounds }) => {
    const smart = [shares, token_0_bound, token_1_bound]
    const sides = smart_collateral ? [...smart, bounds.other_side] : [bounds.other_side, ...smart]
    return [nft_id, ...sides, bounds.self]
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
  rules: dexRules,
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

/** The actions of a strategist with smart vaults of Fluid by shares. */
const fluidPerfectActions = [perfectSide, perfect] as const

/** Fluid. */
export const protocol = {
  name: 'fluid',
  title: 'Fluid',
  appUrl: 'https://fluid.io',
  decoders: [fluidDex, fluidFToken, fluidRewardsClaiming],
  actions: [...fluidLendingActions, ...fluidVaultActions, ...fluidPerfectActions],
  unquoted: {
    loan: ['operate'],
    counted_output: ['mint', 'withdraw'],
  },
} as const satisfies Protocol
