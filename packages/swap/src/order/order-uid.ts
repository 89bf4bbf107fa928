import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type OrderTerms, orderDigestOf, orderUidOf } from '@vaultwright/protocols'
import { maxBookSeconds, minimumOrderSeconds } from './order-life.ts'

/** Terms with the names that a settlement has for them. */
export type NamedOrder = {
  readonly terms: OrderTerms
  readonly digest: Hex
  /** 56 bytes, lower case. */
  readonly uid: Hex
}

/** The owner of the orders, and their settlement. */
type OrderNaming = {
  readonly owner: Address
  /** Of the settlement. */
  readonly domainSeparator: Hex
  /** Until when an order may be filled at the latest, unix seconds. */
  readonly latest: bigint
}

/** The minimum and maximum life of an order. Seconds. */
type OrderLife = {
  readonly least: bigint
  readonly most: bigint
}

/**
 * Names an order that was never placed: were the same terms used before, it is valid some seconds longer.
 *
 * A uid that was filled or invalidated can never be filled again.
 *
 * @param isUsed - whether a uid, in lower case, was ever placed.
 * @throws {OrderUidsUsedError} when every second up to the latest is used.
 */
export function newOrderOf(
  terms: OrderTerms,
  naming: OrderNaming,
  isUsed: (uid: Hex) => boolean,
): NamedOrder {
  for (let { validTo } = terms; validTo <= naming.latest; validTo++) {
    const order = namedOrderOf({ ...terms, validTo }, naming)
    if (!isUsed(order.uid)) return order
  }
  throw new OrderUidsUsedError(terms.validTo, naming.latest)
}

/** Names an order as its settlement does. */
export function namedOrderOf(
  terms: OrderTerms,
  { owner, domainSeparator }: Pick<OrderNaming, 'owner' | 'domainSeparator'>,
): NamedOrder {
  const digest = orderDigestOf(terms, domainSeparator)
  return { terms, digest, uid: orderUidOf({ digest, owner, validTo: terms.validTo }) }
}

/**
 * Refuses a lifetime that solvers cannot use, or that the policy does not allow.
 *
 * @param seconds - for how long the order shall be valid.
 * @param most - of the policy.
 * @throws {OrderLifetimeError} when it is out of bounds.
 */
export function assertOrderLifetime(seconds: bigint, most: bigint): void {
  const limit = most < maxBookSeconds ? most : maxBookSeconds
  if (seconds < minimumOrderSeconds || seconds > limit) {
    throw new OrderLifetimeError(seconds, { least: minimumOrderSeconds, most: limit })
  }
}

/** An order would live too short or too long. */
class OrderLifetimeError extends BaseError {
  override readonly code = 'order_lifetime'
  override readonly kind = 'invalid_input'

  constructor(seconds: bigint, { least: minimum, most }: OrderLife) {
    super({
      message: `An order cannot be valid for ${seconds} seconds. Give from ${minimum} to ${most}.`,
      facts: { seconds: seconds.toString(), least: minimum.toString(), most: most.toString() },
    })
  }
}

/** The same terms were placed for every second that is left. */
class OrderUidsUsedError extends BaseError {
  override readonly code = 'order_uids_used'
  override readonly kind = 'conflict'

  constructor(from: bigint, to: bigint) {
    super({
      message: `The same order was placed for every second from ${from} to ${to}. Change its amounts.`,
      facts: { from: from.toString(), to: to.toString() },
    })
  }
}
