import {
  countedToken,
  readSwapAmount,
  readSwapToken,
  type SwapField,
  SwapFieldError,
  type SwapTokenSource,
} from '@vaultwright/operations'
import type { SwapToken } from '@vaultwright/swap'
import { UsageError } from '../../../command/usage.ts'

/** By which option a command takes a field of a request. */
const options: Readonly<Record<SwapField, string>> = {
  sell_token: 'sell',
  buy_token: 'buy',
  sell_amount: 'amount',
  raw_sell_amount: 'raw-amount',
  buy_amount: 'buy-amount',
  raw_buy_amount: 'raw-buy-amount',
  max_sell_amount: 'max-sell',
  raw_max_sell_amount: 'raw-max-sell',
  min_buy_amount: 'min-buy',
  raw_min_buy_amount: 'raw-min-buy',
  slippage_bps: 'slippage-bps',
  venues: 'venue',
  calldata: 'offer',
}

/** Names a field as people give it. */
export const optionOf = (field: SwapField): string => `--${options[field]}`

/** Reads fields of a request; what is wrong with one is said of its option. */
export function reading<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SwapFieldError)) throw error
    const { field, input, shortMessage } = error
    const shown = typeof input === 'string' && input.length <= 80 ? ` ${input}` : ''
    throw new UsageError(`${optionOf(field)}${shown}: ${shortMessage}`, {
      option: options[field],
      ...(input === null ? {} : { value: String(input) }),
    })
  }
}

/** Reads fields of a batch's file; what is wrong with one is said of its place. */
export function readingFile<Result>(name: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SwapFieldError)) throw error
    const { field, input, shortMessage, swap } = error
    const place = `${name}: swaps[${swap ?? 0}].${field}`
    throw new UsageError(`${place}: ${shortMessage}`, {
      option: 'swaps',
      ...(input === null ? {} : { value: String(input) }),
    })
  }
}

/** Finds the token that an option names. @throws {UsageError} */
export function tokenMeant(
  word: string,
  source: SwapTokenSource,
  field: 'sell_token' | 'buy_token',
): SwapToken {
  return reading(() => readSwapToken(word, source, field))
}

/** Options of amounts, in display units and in base units. */
type AmountOptions = {
  readonly amount?: string | undefined
  readonly 'raw-amount'?: string | undefined
  readonly 'min-buy'?: string | undefined
  readonly 'raw-min-buy'?: string | undefined
}

/** Reads what is sold. @returns base units; null where it is not given. */
export function sellAmountGiven(
  { amount, 'raw-amount': raw }: AmountOptions,
  token: SwapToken,
): bigint | null {
  const fields = { sell_amount: amount, raw_sell_amount: raw }
  return reading(() => readSwapAmount(fields, { field: 'sell_amount', token, nameOf: optionOf }))
}

/** Reads what has to be bought. @returns base units; null where it is not given. */
export function minBuyGiven(options: AmountOptions, token: SwapToken): bigint | null {
  const fields = { min_buy_amount: options['min-buy'], raw_min_buy_amount: options['raw-min-buy'] }
  return reading(() => readSwapAmount(fields, { field: 'min_buy_amount', token, nameOf: optionOf }))
}

/** Takes a token whose amounts can be counted in display units. @throws {TokenDecimalsUnknownError} */
export function counted(token: SwapToken): SwapToken & { readonly decimals: number } {
  return countedToken(token, `--decimals ${token.address}=<number>, or the amount`)
}
