import type { Address, Hex } from '@vaultwright/base'
import { type OrderState, type OrderTerms, printBps, type SwapToken } from '@vaultwright/swap'
import { printTime, printTimeOrNull } from '../field/time.ts'
import { swapTokenOf } from './pair-print.ts'
import { type SwapUnits, shownOf } from './quote-print.ts'
import type { OrderTermsData, SwapOrderData } from './swap-order.ts'

/** The fields of an order beside its state. */
export type OrderDetails = SwapUnits & {
  /** Unix seconds; null for an order that was placed elsewhere. */
  readonly createdAtUnix: bigint | null
  readonly quoteId: string | null
  /** Null for a final state that was kept. */
  readonly blockNumber: bigint | null
  /** The call that zeroes the allowance; null where the tree has none. */
  readonly zeroingCall: {
    readonly target: Address
    readonly data: Hex
    readonly value: bigint
  } | null
  /** Null without an order book. */
  readonly orderBook: {
    readonly publishedAtUnix: bigint | null
    readonly status: string | null
  } | null
  /** The worth of each trade at its block, in their order; left out where it was not read. */
  readonly fills?: readonly {
    /** Base units of the bought token; null with a reason. */
    readonly fairBuyAmount: bigint | null
    readonly reason: string | null
  }[]
}

/** Turns an order and its state into the words of the interface. */
export function swapOrderOf(state: OrderState, record: OrderDetails): SwapOrderData {
  const { orderBook, zeroingCall, sellToken, buyToken } = record
  return {
    order_uid: state.uid,
    created_at: printTimeOrNull(record.createdAtUnix),
    quote_id: record.quoteId,
    sell_token: swapTokenOf(sellToken),
    buy_token: swapTokenOf(buyToken),
    sell_amount: shownOf(state.terms.sellAmount, sellToken),
    buy_amount: shownOf(state.terms.buyAmount, buyToken),
    order: orderTermsOf(state.terms),
    status: state.status,
    block_number: record.blockNumber === null ? null : Number(record.blockNumber),
    raw_filled_sell: String(state.filledSell),
    raw_filled_buy: String(state.filledBuy),
    raw_remaining: String(state.remaining),
    raw_fillable: String(state.fillable),
    warnings: state.warnings.map((code) => ({
      code,
      message: warningText(code, sellToken),
      call:
        code === 'allowance_left' && zeroingCall !== null
          ? { ...zeroingCall, value: String(zeroingCall.value) }
          : null,
    })),
    trades: state.trades.map((trade, index) => ({
      block_number: Number(trade.blockNumber),
      transaction_hash: trade.transactionHash,
      log_index: trade.logIndex,
      raw_sell_amount: String(trade.sellAmount),
      raw_buy_amount: String(trade.buyAmount),
      ...fillFieldsOf(record.fills?.[index], trade.buyAmount),
    })),
    order_book:
      orderBook === null
        ? null
        : {
            published_at:
              orderBook.publishedAtUnix === null ? null : printTime(orderBook.publishedAtUnix),
            status: orderBook.status,
          },
  }
}

function fillFieldsOf(
  fill: NonNullable<OrderDetails['fills']>[number] | undefined,
  bought: bigint,
): Partial<SwapOrderData['trades'][number]> {
  if (fill === undefined) return {}
  const { fairBuyAmount: fair, reason } = fill
  return {
    raw_fair_buy_amount: fair === null ? null : String(fair),
    loss_bps: fair === null || fair === 0n ? null : printBps(fair - bought, fair),
    fair_reason: reason,
  }
}

/** Turns the terms of an order into the words of the interface. */
export function orderTermsOf(terms: OrderTerms): OrderTermsData {
  return {
    sell_token: terms.sellToken,
    buy_token: terms.buyToken,
    receiver: terms.receiver,
    raw_sell_amount: String(terms.sellAmount),
    raw_buy_amount: String(terms.buyAmount),
    valid_to: Number(terms.validTo),
    app_data: terms.appData,
    fee_amount: String(terms.feeAmount),
    kind: terms.kind,
    partially_fillable: terms.isPartiallyFillable,
    sell_token_balance: terms.sellTokenBalance,
    buy_token_balance: terms.buyTokenBalance,
  }
}

/** Reads the terms of an order back from the words of the interface. */
export function termsOfOrder(data: OrderTermsData): OrderTerms {
  return {
    sellToken: data.sell_token as Address,
    buyToken: data.buy_token as Address,
    receiver: data.receiver as Address,
    sellAmount: BigInt(data.raw_sell_amount),
    buyAmount: BigInt(data.raw_buy_amount),
    validTo: BigInt(data.valid_to),
    appData: data.app_data as Hex,
    feeAmount: BigInt(data.fee_amount),
    kind: data.kind,
    isPartiallyFillable: data.partially_fillable,
    sellTokenBalance: data.sell_token_balance,
    buyTokenBalance: data.buy_token_balance,
  }
}

function warningText(code: 'underfunded' | 'allowance_left', { symbol, address }: SwapToken) {
  const token = symbol ?? address
  return code === 'underfunded'
    ? `Balance or allowance of ${token} is less than what the order still sells: only a part can be filled.`
    : `The order has ended, and an allowance of ${token} to the relayer is left. Set it to zero.`
}
