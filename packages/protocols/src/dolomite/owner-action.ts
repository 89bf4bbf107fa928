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

const owner = { kind: 'account', describe: 'Owner of the borrow position' } as const

const receiverOwner = {
  kind: 'account',
  describe: 'Owner of the account that receives it',
} as const

const openBorrowFor = defineAction({
  route: 'dolomite/open_borrow_for',
  name: 'Open a borrow position of an owner',
  description: 'Moves collateral of the vault into a borrow position of a named owner.',
  sentence: 'Open borrow position {to_account} of {owner} with {amount}',
  parameters: {
    proxy: borrowProxy,
    from_account: fromAccount,
    owner,
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
    'openBorrowPositionWithDifferentAccounts(address _fromAccountOwner, uint256 _fromAccountNumber, address _toAccountOwner, uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ from_account, owner, to_account, market_id, amount, balance_check, self }) => [
    self,
    from_account,
    owner,
    to_account,
    market_id,
    amount,
    balance_check,
  ],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

const closeBorrowFor = defineAction({
  route: 'dolomite/close_borrow_for',
  name: 'Close a borrow position for an owner',
  description:
    'Moves what is left in a borrow position of the vault to an account of a named owner.',
  sentence: 'Close borrow position {borrow_account} into account {to_account} of {owner}',
  parameters: {
    proxy: borrowProxy,
    borrow_account: borrowAccount,
    owner: receiverOwner,
    to_account: toAccount,
    market_id: marketId,
    token,
  },
  signature:
    'closeBorrowPositionWithDifferentAccounts(address _borrowAccountOwner, uint256 _borrowAccountNumber, address _toAccountOwner, uint256 _toAccountNumber, uint256[] _collateralMarketIds)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ borrow_account, owner, to_account, market_id, self }) => [
    self,
    borrow_account,
    owner,
    to_account,
    [market_id],
  ],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

const transferTo = defineAction({
  route: 'dolomite/transfer_to',
  name: 'Transfer to an owner',
  description: 'Moves a token from an account of the vault to an account of a named owner.',
  sentence: 'Transfer {amount} from account {from_account} to {to_account} of {owner}',
  parameters: {
    proxy: borrowProxy,
    from_account: fromAccount,
    owner: receiverOwner,
    to_account: toAccount,
    market_id: marketId,
    token,
    amount: { kind: 'amount', unit: 'token', describe: 'How much to move' },
    balance_check: balanceCheck,
  },
  signature:
    'transferBetweenAccountsWithDifferentAccounts(address _fromAccountOwner, uint256 _fromAccountNumber, address _toAccountOwner, uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ from_account, owner, to_account, market_id, amount, balance_check, self }) => [
    self,
    from_account,
    owner,
    to_account,
    market_id,
    amount,
    balance_check,
  ],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

const repayAllFor = defineAction({
  route: 'dolomite/repay_all_for',
  name: 'Repay a borrow position of an owner',
  description:
    'Pays the whole debt of a borrow position of a named owner from an account of the vault.',
  sentence: 'Repay all of {token} in borrow position {borrow_account} of {owner}',
  parameters: {
    proxy: borrowProxy,
    from_account: fromAccount,
    owner,
    borrow_account: borrowAccount,
    market_id: marketId,
    token,
    balance_check: balanceCheck,
  },
  signature:
    'repayAllForBorrowPositionWithDifferentAccounts(address _fromAccountOwner, uint256 _fromAccountNumber, address _borrowAccountOwner, uint256 _borrowAccountNumber, uint256 _marketId, uint8 _balanceCheckFlag)',
  rules: [dolomite],
  target: 'proxy',
  arguments: ({ from_account, owner, borrow_account, market_id, balance_check, self }) => [
    self,
    from_account,
    owner,
    borrow_account,
    market_id,
    balance_check,
  ],
  reads: ({ market_id, token }) => ({ [`getMarketTokenAddress(${market_id})`]: token }),
})

/** Owner actions of Dolomite. */
export const ownerActions = [openBorrowFor, closeBorrowFor, transferTo, repayAllFor] as const
