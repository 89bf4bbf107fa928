import { defineAction } from '../action/action.ts'
import { compoundV2 } from './function.ts'

const market = {
  kind: 'token',
  describe: 'Market: the token that stands for what is lent',
} as const

const asset = {
  kind: 'token',
  fact: { of: 'market', call: 'underlying()', returns: '(address)' },
  describe: 'Asset of the market',
} as const

const supply = defineAction({
  route: 'compound_v2/supply',
  name: 'Supply',
  description: 'Lends an asset to a market.',
  sentence: 'Supply {amount} to {market}',
  parameters: {
    market,
    asset,
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to lend' },
  },
  signature: 'mint(uint256 mintAmount)',
  rules: [compoundV2],
  target: 'market',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'asset', spender: 'market', amount: 'amount' }],
})

const supplyNative = defineAction({
  route: 'compound_v2/supply_native',
  name: 'Supply native coin',
  description: 'Lends native coin to its market.',
  sentence: 'Supply {amount} to {market}',
  parameters: {
    market,
    amount: { kind: 'amount', unit: 'native', all: 'balance', describe: 'How much to lend' },
  },
  signature: 'mint()',
  rules: [compoundV2],
  target: 'market',
  arguments: () => [],
  sends: 'always',
  value: ({ amount }) => amount,
})

const redeem = defineAction({
  route: 'compound_v2/redeem',
  name: 'Redeem',
  description: 'Gives tokens of a market back for its asset.',
  sentence: 'Redeem {amount}',
  parameters: {
    market,
    amount: {
      kind: 'amount',
      unit: 'market',
      all: 'balance',
      describe: 'How many tokens of the market',
    },
  },
  signature: 'redeem(uint256 redeemTokens)',
  rules: [compoundV2],
  target: 'market',
  arguments: ({ amount }) => [amount],
})

const withdraw = defineAction({
  route: 'compound_v2/withdraw',
  name: 'Withdraw',
  description: 'Takes an exact amount of the asset out of a market.',
  sentence: 'Withdraw {amount} from {market}',
  parameters: {
    market,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to withdraw' },
  },
  signature: 'redeemUnderlying(uint256 redeemAmount)',
  rules: [compoundV2],
  target: 'market',
  arguments: ({ amount }) => [amount],
})

const borrow = defineAction({
  route: 'compound_v2/borrow',
  name: 'Borrow',
  description: 'Borrows the asset of a market.',
  sentence: 'Borrow {amount} from {market}',
  parameters: {
    market,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to borrow' },
  },
  signature: 'borrow(uint256 borrowAmount)',
  rules: [compoundV2],
  target: 'market',
  arguments: ({ amount }) => [amount],
})

const repay = defineAction({
  route: 'compound_v2/repay',
  name: 'Repay',
  description: 'Pays a debt to a market back.',
  sentence: 'Repay {amount} to {market}',
  parameters: {
    market,
    asset,
    amount: { kind: 'amount', unit: 'asset', takesMax: true, describe: 'How much to repay' },
  },
  signature: 'repayBorrow(uint256 repayAmount)',
  rules: [compoundV2],
  target: 'market',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'asset', spender: 'market', amount: 'amount' }],
})

const repayNative = defineAction({
  route: 'compound_v2/repay_native',
  name: 'Repay native coin',
  description: 'Pays a debt of native coin back.',
  sentence: 'Repay {amount} to {market}',
  parameters: { market, amount: { kind: 'amount', unit: 'native', describe: 'How much to repay' } },
  signature: 'repayBorrow()',
  rules: [compoundV2],
  target: 'market',
  arguments: () => [],
  sends: 'always',
  value: ({ amount }) => amount,
})

/** Market actions of Compound v2. */
export const marketActions = [
  supply,
  supplyNative,
  redeem,
  withdraw,
  borrow,
  repay,
  repayNative,
] as const
