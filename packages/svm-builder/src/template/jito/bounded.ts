import {
  clockSysvar,
  deriveAddress,
  parseSvmAddress,
  readonlyAccount,
  svmBytesOf,
  writableAccount,
  writableSignerAccount,
} from '@vaultwright/svm'
import {
  boundedFields,
  dataOf,
  pinAccounts,
  pinBytes,
  pinSize,
  tokenAccountOf,
  withData,
} from '../piece.ts'
import type { SvmTemplate } from '../template.ts'
import { jitoDepositSol, stakePoolProgram } from './deposit-sol.ts'

/**
 * Stakes SOL with a stake pool for a least amount of its pool token.
 *
 * Source: `DepositSolWithSlippage`, instruction 25 of Solana's stake pool program.
 */
export const jitoDepositSolAtLeast: SvmTemplate = {
  ...jitoDepositSol,
  route: 'jito/deposit_sol_at_least',
  name: 'Deposit SOL at least',
  description:
    "Stakes SOL of a sub-account, which receives a minimum amount of the pool's token, or nothing happens.",
  parameters: {
    ...jitoDepositSol.parameters,
    minimum: {
      kind: 'amount',
      describe: "Minimum amount of the pool's token",
      of: 'token',
      takesAll: false,
    },
  },
  dataFields: boundedFields('minimum', 1),
  callOf: (input) =>
    withData(jitoDepositSol.callOf(input), [25], [input.amount('amount'), input.amount('minimum')]),
  sentenceOf: ({ amount, symbol }) =>
    `Stake ${amount('amount')} SOL for ${amount('minimum')} ${symbol('token')} or more`,
}

const stakeHistorySysvar = parseSvmAddress('SysvarStakeHistory1111111111111111111111111')
const stakeProgram = parseSvmAddress('Stake11111111111111111111111111111111111111')

/**
 * Gives a pool token back for SOL of the pool's reserve.
 *
 * Source: `WithdrawSolWithSlippage`, instruction 26 of Solana's stake pool program.
 */
export const jitoWithdrawSol: SvmTemplate = {
  ...jitoDepositSol,
  route: 'jito/withdraw_sol_at_least',
  name: 'Withdraw SOL at least',
  description:
    "Gives back the pool's token of a sub-account, which receives a minimum amount of SOL from the pool's reserve, or nothing happens.",
  parameters: {
    ...jitoDepositSol.parameters,
    amount: { kind: 'amount', describe: "Amount of the pool's token", of: 'token', takesAll: true },
    minimum: {
      kind: 'amount',
      describe: 'Minimum SOL that arrives',
      of: 'lamports',
      takesAll: false,
    },
  },
  operators: [pinBytes(0, 1), ...pinAccounts(0, 2, 5, 7), pinSize],
  dataFields: boundedFields('minimum', 1),
  accountNames: [
    'stake_pool',
    'withdraw_authority',
    'sub_account',
    'source',
    'reserve_stake',
    'destination',
    'fee_account',
    'pool_mint',
    'clock',
    'stake_history',
    'stake_program',
    'token_program',
  ],
  receivers: [5],
  callOf: ({ subAccount, token, account, amount }) => {
    const pool = token('token')
    const stakePool = account('stake_pool')
    const source = tokenAccountOf(subAccount, pool)
    const seeds = [svmBytesOf(stakePool), new TextEncoder().encode('withdraw')]
    return {
      innerCall: {
        program: stakePoolProgram,
        accounts: [
          writableAccount(stakePool),
          readonlyAccount(deriveAddress(stakePoolProgram, seeds).address),
          writableSignerAccount(subAccount),
          writableAccount(source.address),
          writableAccount(account('reserve_stake')),
          writableAccount(subAccount),
          writableAccount(account('fee_account')),
          writableAccount(pool.mint),
          readonlyAccount(clockSysvar),
          readonlyAccount(stakeHistorySysvar),
          readonlyAccount(stakeProgram),
          readonlyAccount(pool.program),
        ],
        data: dataOf([26], amount('amount'), amount('minimum')),
      },
      before: [],
      after: [],
      spending: { kind: 'token', address: source.address, token: pool },
      tokenAccounts: [source],
    }
  },
  sentenceOf: ({ amount, symbol }) =>
    `Withdraw ${amount('minimum')} SOL or more for ${amount('amount')} ${symbol('token')}`,
}
