import { defineAction } from '../action/action.ts'
import { dolomite } from './function.ts'
import {
  balanceCheck,
  borrowAccount,
  borrowProxy,
  fromAccount,
  marketId,
  toAccount,
  token,
} from './parameter.ts'

const openBorrow = defineAction({
  route: 'dolomite/open_borrow',
  name: 'Open a borrow position',
  description: 'Moves collateral into an account of its own, against which tokens can be borrowed.',
  sentence: 'Open borrow position {to_account} with {amount}',
  parameters: {
    proxy: borrowProxy,
    from_account: fromAccount,
    to_account: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'Number of the borrow position',
    },
    market_id: marketId,
    token,
    amount: { kind: 'amount', unit: 'token', describe: 'How much collateral to move' },
    balance_check: balanceCheck,
  },
  signature:
    'openBorrowPosition(uint256 _fromAccountNumber, uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ from_account, to_account, market_id, amount, balance_check }) => [
    from_account,
    to_account,
    market_id,
    amount,
    balance_check,
  ],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

const closeBorrow = defineAction({
  route: 'dolomite/close_borrow',
  name: 'Close a borrow position',
  description: 'Moves what is left in a borrow position back.',
  sentence: 'Close borrow position {borrow_account} into account {to_account}',
  parameters: {
    proxy: borrowProxy,
    borrow_account: borrowAccount,
    to_account: toAccount,
    market_id: marketId,
    token,
  },
  signature:
    'closeBorrowPosition(uint256 _borrowAccountNumber, uint256 _toAccountNumber, uint256[] _collateralMarketIds)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ borrow_account, to_account, market_id }) => [
    borrow_account,
    to_account,
    [market_id],
  ],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

const transfer = defineAction({
  route: 'dolomite/transfer',
  name: 'Transfer between accounts',
  description: 'Moves a token between two accounts of the vault; below zero it is borrowed.',
  sentence: 'Transfer {amount} from account {from_account} to {to_account}',
  parameters: {
    proxy: borrowProxy,
    from_account: fromAccount,
    to_account: toAccount,
    market_id: marketId,
    token,
    amount: { kind: 'amount', unit: 'token', describe: 'How much to move' },
    balance_check: balanceCheck,
  },
  signature:
    'transferBetweenAccounts(uint256 _fromAccountNumber, uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ from_account, to_account, market_id, amount, balance_check }) => [
    from_account,
    to_account,
    market_id,
    amount,
    balance_check,
  ],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

const repayAll = defineAction({
  route: 'dolomite/repay_all',
  name: 'Repay a borrow position',
  description: 'Pays the whole debt of a borrow position from another account.',
  sentence: 'Repay all of {token} in borrow position {borrow_account}',
  parameters: {
    proxy: borrowProxy,
    from_account: fromAccount,
    borrow_account: borrowAccount,
    market_id: marketId,
    token,
    balance_check: balanceCheck,
  },
  signature:
    'repayAllForBorrowPosition(uint256 _fromAccountNumber, uint256 _borrowAccountNumber, uint256 _marketId, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ from_account, borrow_account, market_id, balance_check }) => [
    from_account,
    borrow_account,
    market_id,
    balance_check,
  ],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

/** Borrow actions of Dolomite. */
export const borrowActions = [openBorrow, closeBorrow, transfer, repayAll] as const
