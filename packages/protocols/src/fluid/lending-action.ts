import { defineAction } from '../action/action.ts'
import type { TokenParameter } from '../action/parameter.ts'
import { fluidFToken } from './function.ts'

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

const rules = [fluidFToken] as const

const deposit = defineAction({
  route: 'fluid/deposit',
  name: 'Deposit',
  description: 'Lends an asset for its lending token, at a least number of shares.',
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
      describe: 'The least shares that must come out',
    },
  },
  signature: 'deposit(uint256 assets_, address receiver_, uint256 minAmountOut_)',
  rules,
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
  rules,
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
  rules,
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
      describe: 'The least that must come out',
    },
  },
  signature: 'redeem(uint256 shares_, address receiver_, address owner_, uint256 minAmountOut_)',
  rules,
  target: 'f_token',
  arguments: ({ shares, self, min_assets }) => [shares, self, self, min_assets],
})

/** What a strategist can do with the lending tokens of Fluid. */
export const fluidLendingActions = [deposit, mint, withdraw, redeem] as const
