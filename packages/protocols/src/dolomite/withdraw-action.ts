import { defineAction } from '../action/action.ts'
import { dolomite } from './function.ts'
import { balanceCheck, depositProxy, fromAccount, marketId, parAmount, token } from './parameter.ts'

const withdrawnAmount = {
  kind: 'amount',
  unit: 'token',
  takesMax: true,
  describe: 'How much to withdraw',
} as const

const nativeAmount = {
  kind: 'amount',
  unit: 'native',
  takesMax: true,
  describe: 'How much to withdraw',
} as const

const withdraw = defineAction({
  route: 'dolomite/withdraw',
  name: 'Withdraw',
  description: 'Takes a token out of an account of Dolomite.',
  sentence: 'Withdraw {amount} from account {from_account}',
  parameters: {
    proxy: depositProxy,
    from_account: fromAccount,
    market_id: marketId,
    token,
    amount: withdrawnAmount,
    balance_check: balanceCheck,
  },
  signature:
    'withdrawWei(uint256 _fromAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ from_account, market_id, amount, balance_check }) => [
    from_account,
    market_id,
    amount,
    balance_check,
  ],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

const withdrawDefault = defineAction({
  route: 'dolomite/withdraw_default',
  name: 'Withdraw from account 0',
  description: 'Takes a token out of the first account of Dolomite.',
  sentence: 'Withdraw {amount} from account 0',
  parameters: {
    proxy: depositProxy,
    market_id: marketId,
    token,
    amount: withdrawnAmount,
    balance_check: balanceCheck,
  },
  signature:
    'withdrawWeiFromDefaultAccount(uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ market_id, amount, balance_check }) => [market_id, amount, balance_check],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

const withdrawPar = defineAction({
  route: 'dolomite/withdraw_par',
  name: 'Withdraw by par value',
  description: 'Takes a token out of an account of Dolomite, counted without interest.',
  sentence: 'Withdraw {amount} par from account {from_account}',
  parameters: {
    proxy: depositProxy,
    from_account: fromAccount,
    market_id: marketId,
    token,
    amount: parAmount,
    balance_check: balanceCheck,
  },
  signature:
    'withdrawPar(uint256 _fromAccountNumber, uint256 _marketId, uint256 _amountPar, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ from_account, market_id, amount, balance_check }) => [
    from_account,
    market_id,
    amount,
    balance_check,
  ],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

const withdrawParDefault = defineAction({
  route: 'dolomite/withdraw_par_default',
  name: 'Withdraw by par value from account 0',
  description: 'Takes a token out of the first account of Dolomite, counted without interest.',
  sentence: 'Withdraw {amount} par from account 0',
  parameters: {
    proxy: depositProxy,
    market_id: marketId,
    token,
    amount: parAmount,
    balance_check: balanceCheck,
  },
  signature:
    'withdrawParFromDefaultAccount(uint256 _marketId, uint256 _amountPar, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ market_id, amount, balance_check }) => [market_id, amount, balance_check],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

const withdrawNative = defineAction({
  route: 'dolomite/withdraw_native',
  name: 'Withdraw native coin',
  description: 'Takes native coin out of an account of Dolomite.',
  sentence: 'Withdraw {amount} from account {from_account}',
  parameters: {
    proxy: depositProxy,
    from_account: fromAccount,
    amount: nativeAmount,
    balance_check: balanceCheck,
  },
  signature: 'withdrawETH(uint256 _fromAccountNumber, uint256 _amountWei, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ from_account, amount, balance_check }) => [from_account, amount, balance_check],
})

const withdrawNativeDefault = defineAction({
  route: 'dolomite/withdraw_native_default',
  name: 'Withdraw native coin from account 0',
  description: 'Takes native coin out of the first account of Dolomite.',
  sentence: 'Withdraw {amount} from account 0',
  parameters: { proxy: depositProxy, amount: nativeAmount, balance_check: balanceCheck },
  signature: 'withdrawETHFromDefaultAccount(uint256 _amountWei, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ amount, balance_check }) => [amount, balance_check],
})

/** Withdraw actions of Dolomite. */
export const withdrawActions = [
  withdraw,
  withdrawDefault,
  withdrawPar,
  withdrawParDefault,
  withdrawNative,
  withdrawNativeDefault,
] as const
