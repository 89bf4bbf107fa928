import {
  deriveAddress,
  parseSvmAddress,
  readonlyAccount,
  svmBytesOf,
  systemProgram,
  tokenProgram,
  writableAccount,
  writableSignerAccount,
} from '@vaultwright/svm'
import { dataOf, pinAccounts, pinBytes, pinSize, tokenAccountOf } from '../piece.ts'
import type { SvmTemplate } from '../template.ts'

export const stakePoolProgram = parseSvmAddress('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy')

/**
 * Stakes SOL with a stake pool, for its pool token.
 *
 * Source: `DepositSol`, instruction 14 of Solana's stake pool program.
 */
export const jitoDepositSol: SvmTemplate = {
  route: 'jito/deposit_sol',
  name: 'Deposit SOL',
  protocol: 'jito',
  protocolAppUrl: 'https://www.jito.network',
  description: "Stakes SOL of a sub-account, which receives the pool's token.",
  parameters: {
    token: { kind: 'token', describe: 'Token of the stake pool' },
    stake_pool: { kind: 'account', describe: 'Stake pool', isRequested: false },
    reserve_stake: { kind: 'account', describe: "The pool's reserve", isRequested: false },
    fee_account: { kind: 'account', describe: "The pool's account for fees", isRequested: false },
    amount: { kind: 'amount', describe: 'SOL to stake', of: 'lamports', takesAll: true },
  },
  operators: [pinBytes(0, 1), ...pinAccounts(0, 3, 4, 7), pinSize],
  dataFields: [
    { name: 'instruction', start: 0, length: 1 },
    { name: 'amount', start: 1, length: 8 },
  ],
  accountNames: [
    'stake_pool',
    'withdraw_authority',
    'reserve_stake',
    'sub_account',
    'destination',
    'fee_account',
    'referrer',
    'pool_mint',
    'system_program',
    'token_program',
  ],
  receivers: [4],
  computeUnits: 120_000,
  programs: [stakePoolProgram, systemProgram, tokenProgram],
  callOf: ({ subAccount, token, account, amount }) => {
    const pool = token('token')
    const stakePool = account('stake_pool')
    const destination = tokenAccountOf(subAccount, pool)
    const seeds = [svmBytesOf(stakePool), new TextEncoder().encode('withdraw')]
    return {
      innerCall: {
        program: stakePoolProgram,
        accounts: [
          writableAccount(stakePool),
          readonlyAccount(deriveAddress(stakePoolProgram, seeds).address),
          writableAccount(account('reserve_stake')),
          writableSignerAccount(subAccount),
          writableAccount(destination.address),
          writableAccount(account('fee_account')),
          writableAccount(destination.address),
          writableAccount(pool.mint),
          readonlyAccount(systemProgram),
          readonlyAccount(pool.program),
        ],
        data: dataOf([14], amount('amount')),
      },
      before: [],
      after: [],
      spending: { kind: 'lamports', address: subAccount },
      tokenAccounts: [destination],
    }
  },
  sentenceOf: ({ amount, symbol }) => `Stake ${amount('amount')} SOL for ${symbol('token')}`,
}
