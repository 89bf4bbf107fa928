import type { OrderTerms } from '@vaultwright/protocols'
import { maxOrderParts, minimumOrderSeconds, orderPartsOf } from '@vaultwright/swap'
import { type LimitOrderData, termsOfOrder } from '@vaultwright/wire'
import { minimumOf, type RequestedOrder } from './order-term.ts'

/** One order of an answer, with the names that the service gives it. */
export type NamedPart = Pick<LimitOrderData, 'order_digest' | 'order_uid' | 'order_book'> & {
  readonly terms: OrderTerms
  /** Unix seconds: when it is to be posted; null where nothing is said of that. */
  readonly publishAt: number | null
}

/** The orders of an answer, and the one order that they are together. */
export type AnsweredParts = {
  readonly parts: readonly NamedPart[]
  /** The parts, and the order that is shown where it stands beside them. */
  readonly orders: readonly NamedPart[]
  /** All that is sold, until the last part ends. */
  readonly whole: OrderTerms
  /** The reasons that the parts are not the equal ones of consecutive windows that were asked for. */
  readonly problems: readonly string[]
}

/** Seconds that an end may be later than its window, where the same terms were placed before. */
const endTolerance = 60

/** Reads the parts of an answer, and holds them against the number and the shares that were asked for. */
export function answeredPartsOf(answer: LimitOrderData, order: RequestedOrder): AnsweredParts {
  const head = namedPartOf(answer)
  const parts = answer.parts?.map(namedPartOf) ?? [head]
  const orders = answer.parts === undefined ? parts : [head, ...parts]
  const [first] = parts
  const { parts: count = 1 } = order
  const countProblems =
    parts.length === count ? [] : [`You asked for ${count} parts; the answer has ${parts.length}.`]
  if (first === undefined || parts.length > maxOrderParts) {
    return { parts: [head], orders: [head], whole: head.terms, problems: countProblems }
  }
  const problems = [
    ...countProblems,
    ...(head.order_uid === first.order_uid ? [] : ['The order shown is not the first part.']),
    ...postingProblems(parts, order.validForSeconds),
  ]
  if (parts.length === 1) return { parts, orders, whole: first.terms, problems }
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
    orders,
    whole,
    problems: [
      ...problems,
      ...(isShared || minimum === null ? [] : ['The parts are not equal shares of your order.']),
      ...otherTermProblems(parts),
      ...windowProblems(parts, order.validForSeconds),
    ],
  }
}

type AnsweredOrder = Pick<LimitOrderData, 'order' | 'order_digest' | 'order_uid' | 'order_book'> & {
  readonly publish_at?: string
}

function namedPartOf({ order, order_digest, order_uid, order_book, publish_at }: AnsweredOrder) {
  const publishAt = publish_at === undefined ? null : Date.parse(publish_at) / 1_000
  return { order_digest, order_uid, order_book, terms: termsOfOrder(order), publishAt }
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

/** A part is to be posted when its window begins: later there is less time to fill it, and before it is not due. */
function postingProblems(parts: readonly NamedPart[], seconds: number): readonly string[] {
  const window = seconds / parts.length
  return parts.flatMap(({ terms, publishAt }, index) => {
    if (publishAt === null) return []
    const length = Number(terms.validTo) - publishAt
    return Math.abs(length - window) <= endTolerance
      ? []
      : [`Part ${index + 1} is posted ${length} seconds before its end; its window has ${window}.`]
  })
}

function windowProblems(parts: readonly NamedPart[], seconds: number): readonly string[] {
  const window = seconds / parts.length
  return parts.slice(1).flatMap(({ terms }, index) => {
    const length = Number(terms.validTo - parts[index]!.terms.validTo)
    return Math.abs(length - window) <= endTolerance
      ? []
      : [`Part ${index + 2} ends ${length} seconds after the one before; its window has ${window}.`]
  })
}
