import { token2022Program, tokenProgram, writableAccount } from '@vaultwright/svm'
import { dataOf, pinAccounts, pinBytes, pinSize } from '../piece.ts'
import type { SvmTemplate } from '../template.ts'
import { allCollateral, farmsProgram, kamino, kaminoProgram, kaminoTags } from './program.ts'
import { kaminoRefreshesOf } from './refresh.ts'
import {
  collateralParameters,
  kaminoReads,
  kaminoUseOf,
  positionAccounts,
  sharedAccounts,
} from './reserve.ts'

/**
 * Withdraws collateral into the sub-account's token account, with the refreshes before it.
 *
 * Source: `withdraw_obligation_collateral_and_redeem_reserve_collateral_v2`, `@kamino-finance/klend-sdk` 8.0.2 (MIT).
 */
export const kaminoWithdraw: SvmTemplate = {
  ...kamino,
  route: 'kamino/withdraw',
  name: 'Withdraw',
  description: "Withdraws collateral of the sub-account's position into the sub-account.",
  parameters: {
    token: { kind: 'token', describe: 'Token to receive' },
    ...collateralParameters,
    collateral: {
      kind: 'amount',
      describe: 'Collateral in its smallest unit, as the position counts it',
      of: 'units',
      takesAll: true,
      omitted: allCollateral,
    },
  },
  operators: [pinBytes(0, 8), ...pinAccounts(0, 1, 2, 4, 5, 9), pinSize],
  dataFields: [
    { name: 'discriminator', start: 0, length: 8 },
    { name: 'collateral', start: 8, length: 8 },
  ],
  accountNames: [
    'sub_account',
    'position',
    'market',
    'market_authority',
    'reserve',
    'mint',
    'collateral_supply',
    'collateral_mint',
    'liquidity_supply',
    'destination',
    'absent',
    'collateral_token_program',
    'token_program',
    'instructions',
    'farm_user',
    'farm',
    'farms_program',
  ],
  receivers: [9],
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
          writableAccount(account('collateral_supply')),
          writableAccount(account('collateral_mint')),
          writableAccount(account('liquidity_supply')),
          writableAccount(use.held.address),
          ...sharedAccounts(use),
        ],
        data: dataOf(kaminoTags.withdraw, amount('collateral')),
      },
      before: [],
      after: [],
      spending: null,
      tokenAccounts: [use.held],
      reads: kaminoReads(use),
    }
  },
  refreshesOf: kaminoRefreshesOf('withdraw'),
  sentenceOf: ({ symbol, amount }) =>
    amount('collateral') === ''
      ? `Withdraw all ${symbol('token')} from Kamino`
      : `Withdraw ${amount('collateral')} units of ${symbol('token')} collateral from Kamino`,
}
