import { token2022Program, tokenProgram, writableAccount } from '@vaultwright/svm'
import { amountFields, dataOf, pinAccounts, pinBytes, pinSize } from '../piece.ts'
import type { SvmTemplate } from '../template.ts'
import { farmsProgram, kamino, kaminoProgram, kaminoTags } from './program.ts'
import { kaminoRefreshesOf } from './refresh.ts'
import {
  collateralParameters,
  kaminoReads,
  kaminoUseOf,
  positionAccounts,
  sharedAccounts,
} from './reserve.ts'

/**
 * Deposits a token as collateral, with the refreshes of reserve and position before it.
 *
 * Source: `deposit_reserve_liquidity_and_obligation_collateral_v2`, `@kamino-finance/klend-sdk` 8.0.2 (MIT).
 */
export const kaminoDeposit: SvmTemplate = {
  ...kamino,
  route: 'kamino/deposit',
  name: 'Deposit',
  description: "Deposits a token of a sub-account as collateral of the sub-account's position.",
  parameters: {
    token: { kind: 'token', describe: 'Token to deposit' },
    ...collateralParameters,
    amount: { kind: 'amount', describe: 'Amount of the token', of: 'token', takesAll: true },
  },
  operators: [pinBytes(0, 8), ...pinAccounts(0, 1, 2, 4, 5), pinSize],
  dataFields: amountFields,
  accountNames: [
    'sub_account',
    'position',
    'market',
    'market_authority',
    'reserve',
    'mint',
    'liquidity_supply',
    'collateral_mint',
    'collateral_supply',
    'source',
    'absent',
    'collateral_token_program',
    'token_program',
    'instructions',
    'farm_user',
    'farm',
    'farms_program',
  ],
  receivers: [1],
  computeUnits: 400_000,
  programs: [kaminoProgram, farmsProgram, tokenProgram, token2022Program],
  callOf: (input) => {
    const use = kaminoUseOf(input)
    const { subAccount, account, amount } = input
    return {
      innerCall: {
        program: kaminoProgram,
        accounts: [
          ...positionAccounts(use, subAccount),
          writableAccount(account('liquidity_supply')),
          writableAccount(account('collateral_mint')),
          writableAccount(account('collateral_supply')),
          writableAccount(use.held.address),
          ...sharedAccounts(use),
        ],
        data: dataOf(kaminoTags.deposit, amount('amount')),
      },
      before: [],
      after: [],
      spending: { kind: 'token', address: use.held.address, token: use.token },
      tokenAccounts: [use.held],
      reads: kaminoReads(use),
    }
  },
  refreshesOf: kaminoRefreshesOf('deposit'),
  sentenceOf: ({ amount, symbol }) => `Deposit ${amount('amount')} ${symbol('token')} to Kamino`,
}
