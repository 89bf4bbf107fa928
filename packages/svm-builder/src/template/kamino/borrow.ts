import {
  instructionsSysvar,
  readonlyAccount,
  signerAccount,
  token2022Program,
  tokenProgram,
  writableAccount,
} from '@vaultwright/svm'
import { amountFields, dataOf, pinAccounts, pinBytes, pinSize } from '../piece.ts'
import type { SvmTemplate } from '../template.ts'
import { farmsProgram, kamino, kaminoProgram, kaminoTags } from './program.ts'
import { kaminoRefreshesOf } from './refresh.ts'
import {
  debtFarmParameter,
  farmAccounts,
  kaminoReads,
  kaminoUseOf,
  marketParameters,
  supplyParameter,
} from './reserve.ts'

const programs = [kaminoProgram, farmsProgram, tokenProgram, token2022Program]

/**
 * Borrows a token against the collateral of the sub-account's position, without a referrer.
 *
 * Source: `borrow_obligation_liquidity_v2`, `@kamino-finance/klend-sdk` 8.0.2 (MIT).
 */
export const kaminoBorrow: SvmTemplate = {
  ...kamino,
  route: 'kamino/borrow',
  name: 'Borrow',
  description:
    "Borrows a token against the collateral of the sub-account's position; the reserve takes its fee.",
  parameters: {
    token: { kind: 'token', describe: 'Token to borrow' },
    ...marketParameters,
    ...supplyParameter,
    fee_receiver: {
      kind: 'account',
      describe: "The reserve's account of fees",
      isRequested: false,
    },
    ...debtFarmParameter,
    amount: { kind: 'amount', describe: 'Amount of the token', of: 'token', takesAll: false },
  },
  operators: [pinBytes(0, 8), ...pinAccounts(0, 1, 2, 4, 5, 8), pinSize],
  dataFields: amountFields,
  accountNames: [
    'sub_account',
    'position',
    'market',
    'market_authority',
    'reserve',
    'mint',
    'liquidity_supply',
    'fee_receiver',
    'destination',
    'referrer',
    'token_program',
    'instructions',
    'farm_user',
    'farm',
    'farms_program',
  ],
  receivers: [8],
  computeUnits: 400_000,
  programs,
  callOf: (input) => {
    const use = kaminoUseOf(input)
    const { subAccount, account, amount } = input
    return {
      innerCall: {
        program: kaminoProgram,
        accounts: [
          signerAccount(subAccount),
          writableAccount(use.obligation),
          readonlyAccount(use.market),
          readonlyAccount(use.authority),
          writableAccount(use.reserve),
          readonlyAccount(use.token.mint),
          writableAccount(account('liquidity_supply')),
          writableAccount(account('fee_receiver')),
          writableAccount(use.held.address),
          readonlyAccount(kaminoProgram),
          readonlyAccount(use.token.program),
          readonlyAccount(instructionsSysvar),
          ...farmAccounts(use),
          readonlyAccount(farmsProgram),
        ],
        data: dataOf(kaminoTags.borrow, amount('amount')),
      },
      before: [],
      after: [],
      spending: null,
      tokenAccounts: [use.held],
      reads: kaminoReads(use),
    }
  },
  refreshesOf: kaminoRefreshesOf('borrow'),
  sentenceOf: ({ amount, symbol }) => `Borrow ${amount('amount')} ${symbol('token')} from Kamino`,
}

/**
 * Repays debt of the sub-account's position: what is given beyond the debt is not taken.
 *
 * Source: `repay_obligation_liquidity_v2`, as above.
 */
export const kaminoRepay: SvmTemplate = {
  ...kamino,
  route: 'kamino/repay',
  name: 'Repay',
  description: "Repays debt of the sub-account's position, at most all of the debt.",
  parameters: {
    token: { kind: 'token', describe: 'Token that was borrowed' },
    ...marketParameters,
    ...supplyParameter,
    ...debtFarmParameter,
    amount: { kind: 'amount', describe: 'The most to repay', of: 'token', takesAll: true },
  },
  operators: [pinBytes(0, 8), ...pinAccounts(0, 1, 2, 3, 4), pinSize],
  dataFields: amountFields,
  accountNames: [
    'sub_account',
    'position',
    'market',
    'reserve',
    'mint',
    'liquidity_supply',
    'source',
    'token_program',
    'instructions',
    'farm_user',
    'farm',
    'market_authority',
    'farms_program',
  ],
  receivers: [1],
  computeUnits: 400_000,
  programs,
  callOf: (input) => {
    const use = kaminoUseOf(input)
    const { subAccount, account, amount } = input
    return {
      innerCall: {
        program: kaminoProgram,
        accounts: [
          signerAccount(subAccount),
          writableAccount(use.obligation),
          readonlyAccount(use.market),
          writableAccount(use.reserve),
          readonlyAccount(use.token.mint),
          writableAccount(account('liquidity_supply')),
          writableAccount(use.held.address),
          readonlyAccount(use.token.program),
          readonlyAccount(instructionsSysvar),
          ...farmAccounts(use),
          readonlyAccount(use.authority),
          readonlyAccount(farmsProgram),
        ],
        data: dataOf(kaminoTags.repay, amount('amount')),
      },
      before: [],
      after: [],
      spending: { kind: 'token', address: use.held.address, token: use.token },
      tokenAccounts: [use.held],
      reads: kaminoReads(use),
    }
  },
  refreshesOf: kaminoRefreshesOf('repay'),
  sentenceOf: ({ amount, symbol }) =>
    `Repay up to ${amount('amount')} ${symbol('token')} to Kamino`,
}
