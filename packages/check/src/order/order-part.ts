import type { OrderTerms } from '@vaultwright/protocols'
import { maxOrderParts, minimumOrderSeconds, orderPartsOf } from '@vaultwright/swap'
import { type LimitOrderData, termsOfOrder } from '@vaultwright/wire'
import { minimumOf, type RequestedOrder } from './order-term.ts'

/** One order of an answer, with the names that the service gives it. */
export type NamedPart = Pick<LimitOrderData, 'order_digest' | 'order_uid' | 'order_book'> & {
  readonly terms: OrderTerms
}

/** The orders of an answer, and the one order that they are together. */
export type AnsweredParts = {
  readonly parts: readonly NamedPart[]
  /** All that is sold, until the last part ends. */
  readonly whole: OrderTerms
  /** Why the parts are not the equal ones of consecutive windows that were asked for. */
  readonly problems: readonly string[]
}

/** Seconds that an end may be later than its window, where the same terms were placed before. */
const endTolerance = 60n

/** Reads the parts of an answer, and holds them against the number and the shares that were asked for. */
export function answeredPartsOf(answer: LimitOrderData, order: RequestedOrder): AnsweredParts {
  const named = (
    part: Pick<LimitOrderData, 'order' | 'order_digest' | 'order_uid' | 'order_book'>,
  ) => ({
    order_digest: part.order_digest,
    order_uid: part.order_uid,
    order_book: part.order_book,
    terms: termsOfOrder(part.order),
  })
  const head = named(answer)
  const parts = answer.parts === undefined ? [head] : answer.parts.map(named)
  const [first] = parts
  const { parts: count = 1 } = order
  const problems =
    parts.length === count ? [] : [`You asked for ${count} parts; the answer has ${parts.length}.`]
  if (first === undefined || parts.length > maxOrderParts) {
    return { parts: [head], whole: head.terms, problems }
  }
  if (parts.length === 1) return { parts, whole: first.terms, problems }
  const sumOf = (name: 'sellAmount' | 'buyAmount') =>
    parts.reduce((sum, { terms }) => sum + terms[name], 0n)
  const sellAmount = sumOf('sellAmount')
  const minimum = minimumOf(order, sellAmount)
  const isShared = minimum !== null && isEqualShare(parts, { sellAmount, buyAmount: minimum })
  const whole = {
    ...first.terms,
    sellAmount,
    buyAmount: isShared ? minimum : sumOf('buyAmount'),
    validTo: parts.at(-1)!.terms.validTo,
  }
  return {
    parts,
    whole,
    problems: [
      ...problems,
      ...(head.order_uid === first.order_uid ? [] : ['The order shown is not the first part.']),
      ...(isShared || minimum === null ? [] : ['The parts are not equal shares of your order.']),
      ...otherTermProblems(parts),
      ...windowProblems(parts, BigInt(order.validForSeconds)),
    ],
  }
}

type Sale = Pick<OrderTerms, 'sellAmount' | 'buyAmount'>

function isEqualShare(parts: readonly NamedPart[], sale: Sale): boolean {
  // Windows are compared apart: any that is long enough will do.
  const seconds = minimumOrderSeconds * BigInt(parts.length)
  if (sale.sellAmount < BigInt(parts.length)) return false
  return orderPartsOf({ ...sale, seconds }, parts.length).every(
    ({ sellAmount, buyAmount }, index) =>
      parts[index]!.terms.sellAmount === sellAmount && parts[index]!.terms.buyAmount === buyAmount,
  )
}

/** Parts differ in amounts and ends alone. */
function otherTermProblems(parts: readonly NamedPart[]): readonly string[] {
  const textOf = ({ terms }: NamedPart) =>
    Object.values({ ...terms, sellAmount: 0n, buyAmount: 0n, validTo: 0n })
      .map(String)
      .join(' ')
      .toLowerCase()
  const first = textOf(parts[0]!)
  return parts.flatMap((part, index) =>
    textOf(part) === first ? [] : [`Part ${index + 1} has other terms than the first.`],
  )
}

function windowProblems(parts: readonly NamedPart[], seconds: bigint): readonly string[] {
  const window = seconds / BigInt(parts.length)
  return parts.slice(1).flatMap(({ terms }, index) => {
    const length = terms.validTo - parts[index]!.terms.validTo
    const difference = length > window ? length - window : window - length
    return difference <= endTolerance
      ? []
      : [`Part ${index + 2} ends ${length} seconds after the one before; its window has ${window}.`]
  })
}
