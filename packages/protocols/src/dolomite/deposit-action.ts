import { defineAction } from '../action/action.ts'
import { dolomite } from './function.ts'
import { depositProxy, marketId, parAmount, toAccount, token } from './parameter.ts'

const margin = { kind: 'account', describe: 'DolomiteMargin, which pulls the token' } as const

const amount = {
  kind: 'amount',
  unit: 'token',
  all: 'balance',
  describe: 'How much to deposit',
} as const

const nativeAmount = {
  kind: 'amount',
  unit: 'native',
  all: 'balance',
  describe: 'How much to deposit',
} as const

const deposit = defineAction({
  route: 'dolomite/deposit',
  name: 'Deposit',
  description: 'Puts a token into an account of Dolomite.',
  sentence: 'Deposit {amount} into account {to_account}',
  parameters: {
    proxy: depositProxy,
    margin,
    to_account: toAccount,
    market_id: marketId,
    token,
    amount,
  },
  signature: 'depositWei(uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ to_account, market_id, amount }) => [to_account, market_id, amount],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
  approvals: [{ token: 'token', spender: 'margin', amount: 'amount' }],
})

const depositDefault = defineAction({
  route: 'dolomite/deposit_default',
  name: 'Deposit into account 0',
  description: 'Puts a token into the first account of Dolomite.',
  sentence: 'Deposit {amount} into account 0',
  parameters: { proxy: depositProxy, margin, market_id: marketId, token, amount },
  signature: 'depositWeiIntoDefaultAccount(uint256 _marketId, uint256 _amountWei)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ market_id, amount }) => [market_id, amount],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
  approvals: [{ token: 'token', spender: 'margin', amount: 'amount' }],
})

const depositPar = defineAction({
  route: 'dolomite/deposit_par',
  name: 'Deposit by par value',
  description: 'Puts a token into an account of Dolomite, counted without interest.',
  sentence: 'Deposit {amount} par into account {to_account}',
  parameters: {
    proxy: depositProxy,
    margin,
    to_account: toAccount,
    market_id: marketId,
    token,
    amount: parAmount,
  },
  signature: 'depositPar(uint256 _toAccountNumber, uint256 _marketId, uint256 _amountPar)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ to_account, market_id, amount }) => [to_account, market_id, amount],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
  approvals: [{ token: 'token', spender: 'margin', amount: 'amount' }],
})

const depositParDefault = defineAction({
  route: 'dolomite/deposit_par_default',
  name: 'Deposit by par value into account 0',
  description: 'Puts a token into the first account of Dolomite, counted without interest.',
  sentence: 'Deposit {amount} par into account 0',
  parameters: { proxy: depositProxy, margin, market_id: marketId, token, amount: parAmount },
  signature: 'depositParIntoDefaultAccount(uint256 _marketId, uint256 _amountPar)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ market_id, amount }) => [market_id, amount],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
  approvals: [{ token: 'token', spender: 'margin', amount: 'amount' }],
})

const depositNative = defineAction({
  route: 'dolomite/deposit_native',
  name: 'Deposit native coin',
  description: 'Puts native coin into an account of Dolomite.',
  sentence: 'Deposit {amount} into account {to_account}',
  parameters: { proxy: depositProxy, to_account: toAccount, amount: nativeAmount },
  signature: 'depositETH(uint256 _toAccountNumber)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ to_account }) => [to_account],
  sends: 'always',
  value: ({ amount }) => amount,
})

const depositNativeDefault = defineAction({
  route: 'dolomite/deposit_native_default',
  name: 'Deposit native coin into account 0',
  description: 'Puts native coin into the first account of Dolomite.',
  sentence: 'Deposit {amount} into account 0',
  parameters: { proxy: depositProxy, amount: nativeAmount },
  signature: 'depositETHIntoDefaultAccount()',
  rules: [dolomite],
  target: 'proxy',
  arguments: () => [],
  sends: 'always',
  value: ({ amount }) => amount,
})

/** Deposit actions of Dolomite. */
export const depositActions = [
  deposit,
  depositDefault,
  depositPar,
  depositParDefault,
  depositNative,
  depositNativeDefault,
] as const
