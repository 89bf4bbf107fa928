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
 * Withdraws a lent token into the sub-account's token account.
 *
 * Source: `withdraw` of the lending program, `@jup-ag/lend` 0.0.107 (MIT).
 */
export const jupiterWithdraw: SvmTemplate = {
  ...jupiterLend,
  route: 'jupiter_lend/withdraw',
  name: 'Withdraw',
  description: 'Withdraws a lent token into a sub-account, which gives back receipt tokens.',
  parameters: {
    token: { kind: 'token', describe: 'Token that was lent' },
    amount: { kind: 'amount', describe: 'Amount of the token', of: 'token', takesAll: false },
  },
  operators: [pinBytes(0, 8), ...pinAccounts(0, 2, 4, 5), pinSize],
  dataFields: amountFields,
  accountNames: [
    'sub_account',
    'receipt_account',
    'destination',
    'lending_admin',
    'lending',
    'mint',
    'receipt_mint',
    'reserve',
    'supply_position',
    'rate_model',
    'liquidity_vault',
    'claim_account',
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
          writableAccount(market.receipt.address),
          writableAccount(market.held.address),
          readonlyAccount(market.admin),
          writableAccount(market.lending),
          readonlyAccount(lent.mint),
          writableAccount(market.receiptMint),
          writableAccount(market.reserve),
          writableAccount(market.supplyPosition),
          readonlyAccount(market.rateModel),
          writableAccount(market.vault),
          writableAccount(market.claim),
          writableAccount(market.liquidity),
          writableAccount(liquidityProgram),
          readonlyAccount(market.rewardsRateModel),
          readonlyAccount(lent.program),
          readonlyAccount(associatedTokenProgram),
          readonlyAccount(systemProgram),
        ],
        data: dataOf([0xb7, 0x12, 0x46, 0x9c, 0x94, 0x6d, 0xa1, 0x22], amount('amount')),
      },
      before: [],
      after: [],
      spending: null,
      tokenAccounts: [market.held, market.receipt],
    }
  },
  sentenceOf: ({ amount, symbol }) =>
    `Withdraw ${amount('amount')} ${symbol('token')} from Jupiter Lend`,
}
