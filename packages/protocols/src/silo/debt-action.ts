import { defineAction } from '../action/action.ts'
import { siloRules } from './function.ts'

const silo = {
  kind: 'token',
  describe: 'Silo that holds the asset; its shares are a token',
} as const

const asset = {
  kind: 'token',
  fact: { of: 'silo', call: 'asset()', returns: '(address)' },
  describe: 'Asset of the silo',
} as const

const amount = { kind: 'amount', unit: 'asset', describe: 'How much to borrow' } as const

const shares = {
  kind: 'amount',
  unit: { decimals: 0 },
  describe: 'Debt shares, in base units',
} as const

const borrow = defineAction({
  route: 'silo/borrow',
  name: 'Borrow',
  description: 'Borrows the asset of a silo against collateral in the other.',
  sentence: 'Borrow {amount} from {silo}',
  parameters: { silo, asset, amount },
  signature: 'borrow(uint256 _assets, address _receiver, address _borrower)',
  rules: [siloRules],
  target: 'silo',
  arguments: ({ amount, self }) => [amount, self, self],
})

const borrowSameAsset = defineAction({
  route: 'silo/borrow_same_asset',
  name: 'Borrow the same asset',
  description: 'Borrows the asset of a silo against collateral of the same silo.',
  sentence: 'Borrow {amount} from {silo} against the same asset',
  parameters: { silo, asset, amount },
  signature: 'borrowSameAsset(uint256 _assets, address _receiver, address _borrower)',
  rules: [siloRules],
  target: 'silo',
  arguments: ({ amount, self }) => [amount, self, self],
})

const borrowShares = defineAction({
  route: 'silo/borrow_shares',
  name: 'Borrow by shares',
  description: 'Borrows what a number of debt shares stands for.',
  sentence: 'Borrow {shares} base units of debt shares from {silo}',
  parameters: { silo, shares },
  signature: 'borrowShares(uint256 _shares, address _receiver, address _borrower)',
  rules: [siloRules],
  target: 'silo',
  arguments: ({ shares, self }) => [shares, self, self],
})

const repay = defineAction({
  route: 'silo/repay',
  name: 'Repay',
  description: 'Pays a debt back.',
  sentence: 'Repay {amount} to {silo}',
  parameters: {
    silo,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to repay' },
  },
  signature: 'repay(uint256 _assets, address _borrower)',
  rules: [siloRules],
  target: 'silo',
  arguments: ({ amount, self }) => [amount, self],
  approvals: [{ token: 'asset', spender: 'silo', amount: 'amount' }],
})

const repayShares = defineAction({
  route: 'silo/repay_shares',
  name: 'Repay by shares',
  description: 'Pays back what a number of debt shares stands for.',
  sentence: 'Repay {shares} base units of debt shares to {silo}',
  parameters: {
    silo,
    asset,
    shares,
    max_assets: { kind: 'amount', unit: 'asset', describe: 'The most that the silo may pull' },
  },
  signature: 'repayShares(uint256 _shares, address _borrower)',
  rules: [siloRules],
  target: 'silo',
  arguments: ({ shares, self }) => [shares, self],
  approvals: [{ token: 'asset', spender: 'silo', amount: 'max_assets' }],
})

/** Debt actions of Silo. */
export const debtActions = [borrow, borrowSameAsset, borrowShares, repay, repayShares] as const
