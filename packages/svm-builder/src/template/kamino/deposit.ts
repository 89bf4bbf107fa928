import { token2022Program, tokenProgram, writableAccount } from '@vaultwright/svm'
import { amountFields, dataOf, pinAccounts, pinBytes, pinSize } from '../piece.ts'
import type { SvmTemplate } from '../template.ts'
import {
  farmsProgram,
  kamino,
  kaminoPositionOf,
  kaminoProgram,
  positionAccounts,
  refreshesOf,
  reserveParameters,
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
    ...reserveParameters,
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
    const position = kaminoPositionOf(input)
    const { subAccount, account, amount } = input
    return {
      innerCall: {
        program: kaminoProgram,
        accounts: [
          ...positionAccounts(position, subAccount),
          writableAccount(account('liquidity_supply')),
          writableAccount(account('collateral_mint')),
          writableAccount(account('collateral_supply')),
          writableAccount(position.held.address),
          ...sharedAccounts(position),
        ],
        data: dataOf([0xd8, 0xe0, 0xbf, 0x1b, 0xcc, 0x97, 0x66, 0xaf], amount('amount')),
      },
      before: refreshesOf(position, account('oracle')),
      after: [],
      spending: { kind: 'token', address: position.held.address, token: position.token },
      tokenAccounts: [position.held],
    }
  },
  sentenceOf: ({ amount, symbol }) => `Deposit ${amount('amount')} ${symbol('token')} to Kamino`,
}
