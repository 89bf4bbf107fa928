import { BaseError } from '@vaultwright/base'
import { minimumOrderSeconds } from './order-life.ts'

/** The most parts that an order is sold in. */
export const maxOrderParts = 24

/** A sale that is split into equal parts of consecutive windows of time. */
type PartedSale = {
  /** Base units. */
  readonly sellAmount: bigint
  /** Base units: the least for all of it. */
  readonly buyAmount: bigint
  /** Of all windows together. */
  readonly seconds: bigint
}

/** One part of a sale. Base units, and seconds after the sale was planned. */
type SalePart = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** The time until solvers are to be shown it. The settlement itself knows no start. */
  readonly startsIn: bigint
  /** The time until it ends, for the settlement, too. */
  readonly endsIn: bigint
}

/**
 * Splits a sale into equal parts, each at the limit of the whole or better: they sell exactly the amount, and buy at
 * least what the whole would.
 *
 * @param count - 1 to `maxOrderParts`.
 * @throws {OrderPartError} when a part would sell nothing, or its window is too short for solvers.
 */
export function orderPartsOf(sale: PartedSale, count: number): readonly SalePart[] {
  const { sellAmount, buyAmount, seconds } = sale
  if (!Number.isInteger(count) || count < 1 || count > maxOrderParts) {
    throw new OrderPartError(count, `Give from 1 to ${maxOrderParts}`)
  }
  const parts = BigInt(count)
  if (seconds / parts < minimumOrderSeconds) {
    const reason = `Each has to be valid for ${minimumOrderSeconds} seconds, and all together are for ${seconds}: give fewer parts or a longer time`
    throw new OrderPartError(count, reason)
  }
  if (sellAmount < parts) {
    throw new OrderPartError(count, `${sellAmount} base units are less than one a part: sell more`)
  }
  const shareOf = (total: bigint, index: bigint) => (total * index) / parts
  return Array.from({ length: count }, (_, position) => {
    const index = BigInt(position)
    const sold = shareOf(sellAmount, index + 1n) - shareOf(sellAmount, index)
    return {
      sellAmount: sold,
      // Rounded up: no part has a worse limit than the whole.
      buyAmount: (buyAmount * sold + sellAmount - 1n) / sellAmount,
      startsIn: shareOf(seconds, index),
      endsIn: shareOf(seconds, index + 1n),
    }
  })
}

/** A sale cannot be split into so many parts. */
export class OrderPartError extends BaseError {
  override readonly code = 'order_parts'
  override readonly kind = 'invalid_input'

  constructor(count: number, reason: string) {
    super({
      message: `An order cannot be sold in ${count} parts. ${reason}.`,
      facts: { parts: count },
    })
  }
}
