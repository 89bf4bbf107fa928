import {
  associatedTokenProgram,
  readonlyAccount,
  systemProgram,
  token2022Program,
  tokenProgram,
  writableAccount,
  writableSignerAccount,
} from '@vaultwright/svm'
import { amountFields, dataOf, pinAccounts, pinBytes, pinSize } from '../piece.ts'
import type { SvmTemplate } from '../template.ts'
import { jupiterLend, jupiterMarketOf, lendingProgram, liquidityProgram } from './market.ts'

/**
 * Lends a token. Every account but mint and token accounts is derived.
 *
 * Source: `deposit` of the lending program, `@jup-ag/lend` 0.0.107 (MIT).
 */
export const jupiterDeposit: SvmTemplate = {
  ...jupiterLend,
  route: 'jupiter_lend/deposit',
  name: 'Deposit',
  description: 'Lends a token of a sub-account, which receives its receipt token.',
  parameters: {
    token: { kind: 'token', describe: 'Token to lend' },
    amount: { kind: 'amount', describe: 'Amount of the token', of: 'token', takesAll: true },
  },
  operators: [pinBytes(0, 8), ...pinAccounts(0, 2, 3, 5), pinSize],
  dataFields: amountFields,
  accountNames: [
    'sub_account',
    'source',
    'receipt_account',
    'mint',
    'lending_admin',
    'lending',
    'receipt_mint',
    'reserve',
    'supply_position',
    'rate_model',
    'liquidity_vault',
    'liquidity',
    'liquidity_program',
    'rewards_rate_model',
    'token_program',
    'associated_token_program',
    'system_program',
  ],
  receivers: [2],
  computeUnits: 250_000,
  programs: [lendingProgram, liquidityProgram, tokenProgram, token2022Program],
  callOf: ({ subAccount, token, amount }) => {
    const lent = token('token')
    const market = jupiterMarketOf(lent, subAccount)
    return {
      innerCall: {
        program: lendingProgram,
        accounts: [
          writableSignerAccount(subAccount),
          writableAccount(market.held.address),
          writableAccount(market.receipt.address),
          readonlyAccount(lent.mint),
          readonlyAccount(market.admin),
          writableAccount(market.lending),
          writableAccount(market.receiptMint),
          writableAccount(market.reserve),
          writableAccount(market.supplyPosition),
          readonlyAccount(market.rateModel),
          writableAccount(market.vault),
          writableAccount(market.liquidity),
          writableAccount(liquidityProgram),
          readonlyAccount(market.rewardsRateModel),
          readonlyAccount(lent.program),
          readonlyAccount(associatedTokenProgram),
          readonlyAccount(systemProgram),
        ],
        data: dataOf([0xf2, 0x23, 0xc6, 0x89, 0x52, 0xe1, 0xf2, 0xb6], amount('amount')),
      },
      before: [],
      after: [],
      spending: { kind: 'token', address: market.held.address, token: lent },
      tokenAccounts: [market.held, market.receipt],
    }
  },
  sentenceOf: ({ amount, symbol }) => `Lend ${amount('amount')} ${symbol('token')} to Jupiter Lend`,
}
