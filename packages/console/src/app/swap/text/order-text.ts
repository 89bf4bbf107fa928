import { isAlive } from '@vaultwright/check'
import type { OrderTermsData, SwapOrderData, SwapTokenData } from '@vaultwright/wire'
import { unixText } from '../../part/text/moment-text.ts'
import { rawText } from './amount.ts'

/** The two tokens of an order. */
export type OrderTokens = { readonly sell_token: SwapTokenData; readonly buy_token: SwapTokenData }

/** Says the terms of an order in plain words. */
export function orderSentence(
  order: OrderTermsData,
  { sell_token, buy_token }: OrderTokens,
): string {
  const sold = rawText(order.raw_sell_amount, sell_token)
  const bought = rawText(order.raw_buy_amount, buy_token)
  const verb =
    order.kind === 'sell'
      ? `Sells ${sold} for at least ${bought}`
      : `Buys ${bought} for at most ${sold}`
  const parts = order.partially_fillable ? 'in parts or as a whole' : 'as a whole or not at all'
  const fee =
    order.fee_amount === '0' ? 'without a fee' : `with a fee of ${order.fee_amount} base units`
  return `${verb}, ${parts}, until ${unixText(order.valid_to)}, ${fee}.`
}

/** Tells whether there is something of an order to take back. */
export function isCancellable(order: Pick<SwapOrderData, 'status' | 'warnings'>): boolean {
  return isAlive(order) || order.warnings.some(({ code }) => code === 'allowance_left')
}
