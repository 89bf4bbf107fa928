import { defineAction } from '../action/action.ts'
import { spectra } from './function.ts'

const principalToken = { kind: 'token', describe: 'Principal token' } as const

const asset = {
  kind: 'token',
  fact: { of: 'principal_token', call: 'underlying()', returns: '(address)' },
  describe: 'Underlying asset',
} as const

const minimum = {
  kind: 'minimum',
  unit: 'principal_token',
  describe: 'Minimum principal tokens to receive',
} as const

const ibt = {
  kind: 'token',
  fact: { of: 'principal_token', call: 'getIBT()', returns: '(address)' },
  describe: 'Interest-bearing token',
} as const

const amount = {
  kind: 'amount',
  unit: 'ibt',
  all: 'balance',
  describe: 'How much to deposit',
} as const

const shares = {
  kind: 'amount',
  unit: 'principal_token',
  all: 'balance',
  describe: 'How many principal tokens',
} as const

const minimumParameter = {
  kind: 'minimum',
  unit: 'asset',
  describe: 'Minimum to receive',
} as const

const maxShares = {
  kind: 'amount',
  unit: 'principal_token',
  describe: 'The most principal tokens to give back',
} as const

const amountParameter = { kind: 'amount', unit: 'ibt', describe: 'How much to withdraw' } as const

const deposit = defineAction({
  route: 'spectra/deposit',
  name: 'Deposit',
  description: 'Splits an asset into principal and yield tokens.',
  sentence: 'Deposit {amount} into {principal_token}',
  parameters: {
    principal_token: principalToken,
    asset,
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
    minimum,
  },
  signature: 'deposit(uint256 assets, address ptReceiver, address ytReceiver, uint256 minShares)',
  rules: [spectra],
  target: 'principal_token',
  arguments: ({ amount, minimum, self }) => [amount, self, self, minimum],
  approvals: [{ token: 'asset', spender: 'principal_token', amount: 'amount' }],
})

const depositIbt = defineAction({
  route: 'spectra/deposit_ibt',
  name: 'Deposit the interest-bearing token',
  description: 'Splits an interest-bearing token into principal and yield tokens.',
  sentence: 'Deposit {amount} into {principal_token}',
  parameters: { principal_token: principalToken, ibt, amount, minimum },
  signature: 'depositIBT(uint256 ibts, address ptReceiver, address ytReceiver, uint256 minShares)',
  rules: [spectra],
  target: 'principal_token',
  arguments: ({ amount, minimum, self }) => [amount, self, self, minimum],
  approvals: [{ token: 'ibt', spender: 'principal_token', amount: 'amount' }],
})

const depositIbtAny = defineAction({
  route: 'spectra/deposit_ibt_any',
  name: 'Deposit the interest-bearing token without a minimum',
  description: 'Splits an interest-bearing token into principal and yield tokens, however few.',
  sentence: 'Deposit {amount} into {principal_token}',
  parameters: { principal_token: principalToken, ibt, amount },
  signature: 'depositIBT(uint256 ibts, address receiver)',
  rules: [spectra],
  target: 'principal_token',
  arguments: ({ amount, self }) => [amount, self],
  approvals: [{ token: 'ibt', spender: 'principal_token', amount: 'amount' }],
})

const redeem = defineAction({
  route: 'spectra/redeem',
  name: 'Redeem',
  description: 'Gives principal tokens back for the asset.',
  sentence: 'Redeem {shares} for at least {minimum}',
  parameters: { principal_token: principalToken, asset, shares, minimum: minimumParameter },
  signature: 'redeem(uint256 shares, address receiver, address owner, uint256 minAssets)',
  rules: [spectra],
  target: 'principal_token',
  arguments: ({ shares, minimum, self }) => [shares, self, self, minimum],
})

const redeemIbt = defineAction({
  route: 'spectra/redeem_ibt',
  name: 'Redeem for the interest-bearing token',
  description: 'Gives principal tokens back for the interest-bearing token.',
  sentence: 'Redeem {shares} for at least {minimum}',
  parameters: {
    principal_token: principalToken,
    ibt,
    shares,
    minimum: { kind: 'minimum', unit: 'ibt', describe: 'Minimum to receive' },
  },
  signature: 'redeemForIBT(uint256 shares, address receiver, address owner, uint256 minIbts)',
  rules: [spectra],
  target: 'principal_token',
  arguments: ({ shares, minimum, self }) => [shares, self, self, minimum],
})

const redeemIbtAny = defineAction({
  route: 'spectra/redeem_ibt_any',
  name: 'Redeem for the interest-bearing token without a minimum',
  description: 'Gives principal tokens back for the interest-bearing token, however little.',
  sentence: 'Redeem {shares}',
  parameters: { principal_token: principalToken, shares },
  signature: 'redeemForIBT(uint256 shares, address receiver, address owner)',
  rules: [spectra],
  target: 'principal_token',
  arguments: ({ shares, self }) => [shares, self, self],
})

const withdraw = defineAction({
  route: 'spectra/withdraw',
  name: 'Withdraw',
  description: 'Takes an exact amount of the asset out.',
  sentence: 'Withdraw {amount} for at most {max_shares}',
  parameters: {
    principal_token: principalToken,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to withdraw' },
    max_shares: maxShares,
  },
  signature: 'withdraw(uint256 assets, address receiver, address owner, uint256 maxShares)',
  rules: [spectra],
  target: 'principal_token',
  arguments: ({ amount, max_shares, self }) => [amount, self, self, max_shares],
})

const withdrawIbt = defineAction({
  route: 'spectra/withdraw_ibt',
  name: 'Withdraw the interest-bearing token',
  description: 'Takes an exact amount of the interest-bearing token out.',
  sentence: 'Withdraw {amount} for at most {max_shares}',
  parameters: {
    principal_token: principalToken,
    ibt,
    amount: amountParameter,
    max_shares: maxShares,
  },
  signature: 'withdrawIBT(uint256 ibts, address receiver, address owner, uint256 maxShares)',
  rules: [spectra],
  target: 'principal_token',
  arguments: ({ amount, max_shares, self }) => [amount, self, self, max_shares],
})

const withdrawIbtAny = defineAction({
  route: 'spectra/withdraw_ibt_any',
  name: 'Withdraw the interest-bearing token without a most',
  description:
    'Takes an exact amount of the interest-bearing token out, for however many principal tokens.',
  sentence: 'Withdraw {amount}',
  parameters: { principal_token: principalToken, ibt, amount: amountParameter },
  signature: 'withdrawIBT(uint256 ibts, address receiver, address owner)',
  rules: [spectra],
  target: 'principal_token',
  arguments: ({ amount, self }) => [amount, self, self],
})

const claimYield = defineAction({
  route: 'spectra/claim_yield',
  name: 'Claim yield',
  description: 'Claims the yield of the vault in the asset.',
  sentence: 'Claim yield from {principal_token} for at least {minimum}',
  parameters: { principal_token: principalToken, asset, minimum: minimumParameter },
  signature: 'claimYield(address _receiver, uint256 _minAssets)',
  rules: [spectra],
  target: 'principal_token',
  arguments: ({ minimum, self }) => [self, minimum],
})

const updateYield = defineAction({
  route: 'spectra/update_yield',
  name: 'Update yield',
  description: 'Books the yield of the vault.',
  sentence: 'Update the yield in {principal_token}',
  parameters: { principal_token: principalToken },
  signature: 'updateYield(address _user)',
  rules: [spectra],
  target: 'principal_token',
  arguments: ({ self }) => [self],
})

/** Principal actions of Spectra. */
export const principalActions = [
  deposit,
  depositIbt,
  depositIbtAny,
  redeem,
  redeemIbt,
  redeemIbtAny,
  withdraw,
  withdrawIbt,
  withdrawIbtAny,
  claimYield,
  updateYield,
] as const
