import { boundedFields, withData } from '../piece.ts'
import type { SvmParameter, SvmTemplate } from '../template.ts'
import { jupiterDeposit } from './deposit.ts'
import { jupiterMarketOf } from './market.ts'
import { jupiterWithdraw } from './withdraw.ts'

/** In the decimals of the token, which its receipt has, too. */
const amountOf = (describe: string): SvmParameter => ({
  kind: 'amount',
  describe,
  of: 'token',
  takesAll: false,
})

/**
 * Lends a token for a least amount of its receipt.
 *
 * Source: `deposit_with_min_amount_out` of the lending program, `@jup-ag/lend` 0.0.107 (MIT).
 */
export const jupiterDepositAtLeast: SvmTemplate = {
  ...jupiterDeposit,
  route: 'jupiter_lend/deposit_at_least',
  name: 'Deposit at least',
  description:
    'Lends a token of a sub-account, which receives a minimum amount of its receipt token, or nothing happens.',
  parameters: {
    ...jupiterDeposit.parameters,
    minimum: amountOf('Minimum amount of the receipt token'),
  },
  dataFields: boundedFields('minimum'),
  callOf: (input) =>
    withData(
      jupiterDeposit.callOf(input),
      [0x74, 0x90, 0x10, 0x61, 0x76, 0x6d, 0x28, 0x77],
      [input.amount('amount'), input.amount('minimum')],
    ),
  sentenceOf: ({ amount, symbol }) =>
    `Lend ${amount('amount')} ${symbol('token')} to Jupiter Lend for ${amount('minimum')} of its receipt or more`,
}

/**
 * Withdraws a lent token for a most amount of its receipt.
 *
 * Source: `withdraw_with_max_shares_burn`, as above.
 */
export const jupiterWithdrawAtMost: SvmTemplate = {
  ...jupiterWithdraw,
  route: 'jupiter_lend/withdraw_at_most',
  name: 'Withdraw at most',
  description:
    'Withdraws a lent token into a sub-account, which gives back a most amount of its receipt token, or nothing happens.',
  parameters: {
    ...jupiterWithdraw.parameters,
    maximum: amountOf('The most of the receipt token that is given back'),
  },
  dataFields: boundedFields('maximum'),
  callOf: (input) =>
    withData(
      jupiterWithdraw.callOf(input),
      [0x2f, 0xc5, 0xb7, 0xab, 0xef, 0x12, 0xf5, 0xab],
      [input.amount('amount'), input.amount('maximum')],
    ),
  sentenceOf: ({ amount, symbol }) =>
    `Withdraw ${amount('amount')} ${symbol('token')} from Jupiter Lend for ${amount('maximum')} of its receipt or less`,
}

/**
 * Gives back a receipt token, all of it where no amount is given, for a least amount of the token.
 *
 * Source: `redeem_with_min_amount_out`, as above.
 */
export const jupiterRedeemAtLeast: SvmTemplate = {
  ...jupiterWithdraw,
  route: 'jupiter_lend/redeem_at_least',
  name: 'Redeem at least',
  description:
    'Gives back the receipt token of a sub-account, which receives a minimum amount of the lent token, or nothing happens.',
  parameters: {
    token: { kind: 'token', describe: 'Token that was lent' },
    amount: {
      kind: 'amount',
      describe: 'Amount of the receipt token',
      of: 'token',
      takesAll: true,
    },
    minimum: amountOf('Minimum amount of the lent token'),
  },
  dataFields: boundedFields('minimum'),
  callOf: (input) => {
    const token = input.token('token')
    const { receipt } = jupiterMarketOf(token, input.subAccount)
    const spent = {
      ...receipt.token,
      symbol: `receipt of ${token.symbol}`,
      decimals: token.decimals,
    }
    const call = withData(
      jupiterWithdraw.callOf(input),
      [0xeb, 0xbd, 0xed, 0x38, 0xa6, 0xb4, 0xb8, 0x95],
      [input.amount('amount'), input.amount('minimum')],
    )
    return { ...call, spending: { kind: 'token', address: receipt.address, token: spent } }
  },
  sentenceOf: ({ amount, symbol }) =>
    `Redeem ${amount('amount')} of Jupiter Lend's receipt for ${amount('minimum')} ${symbol('token')} or more`,
}
