import { type Address, type Hex, isSameAddress, printUnits } from '@vaultwright/base'
import {
  decodePreSignature,
  emptyAppData,
  type OrderTerms,
  orderBookBodyOf,
  orderDomainOf,
  type ReadableCall,
} from '@vaultwright/protocols'
import { buyAmountAt, namedOrderOf, type SwapToken } from '@vaultwright/swap'
import { type LimitOrderData, termsOfOrder } from '@vaultwright/wire'
import type { AskedCheck, AskedContext } from '../built/asked-call.ts'
import { type BuiltAt, checkAnswerBy } from '../built/check-answer.ts'
import type { BuiltCheck } from '../built/check-built.ts'
import { plainAmount } from '../quote/amount.ts'
import { statedUnits } from '../quote/stated-unit.ts'
import { approvalProblems, otherCalls } from './order-call.ts'

/** An order, as it was put in. */
export type AskedOrder = {
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  /** Display units. */
  readonly sellAmount: string
  /** Display units of the bought token for one of the sold. */
  readonly limitPrice: string
  readonly validForSeconds: number
  readonly isPartiallyFillable: boolean
}

/** Verifies a limit order: its terms, its uid, and the calldata that approves and signs it. */
export function checkOrder(
  answer: LimitOrderData,
  at: BuiltAt,
  { asked: order, nowUnix }: { readonly asked: AskedOrder; readonly nowUnix: number },
): BuiltCheck {
  const { chainId } = at.place
  const settlement = answer.settlement as Address
  return checkAnswerBy(answer, at, {
    compare: (calls, context) => {
      const comparison = { answer, asked: order, nowUnix, chainId: chainId ?? 0, context }
      return compareOrder(calls, comparison)
    },
    // The decoder was made for a settlement and a document: with others it refuses the call.
    reads: {
      'domainSeparator()': orderDomainOf(chainId ?? 0, settlement),
      'appData()': emptyAppData,
    },
    wordUnits: statedUnits([order.sellToken, order.buyToken]),
  })
}

type OrderComparison = {
  readonly answer: LimitOrderData
  readonly asked: AskedOrder
  readonly nowUnix: number
  readonly chainId: number
  readonly context: AskedContext
}

/** Compares calls with an order: one signs exactly it, and approvals let the relayer pull no more than the answer says. */
export function compareOrder(
  calls: readonly ReadableCall[],
  comparison: OrderComparison,
): AskedCheck {
  const { answer, asked: order, context, chainId } = comparison
  const terms = termsOfOrder(answer.order)
  const settlement = answer.settlement as Address
  const domainSeparator = orderDomainOf(chainId, settlement)
  const named = namedOrderOf(terms, { owner: context.vault, domainSeparator })
  const signing = calls.filter((call) => decodePreSignature(call.data) !== null)
  const problems = [
    ...termProblems(terms, order, context),
    ...(named.uid === answer.order_uid && named.digest === answer.order_digest
      ? []
      : [`The uid ${answer.order_uid} does not follow from the terms: ${named.uid} does.`]),
    ...(signing.length === 1
      ? signedProblems(signing[0]!, { terms, uid: named.uid, settlement })
      : [`${signing.length} calls sign an order; one is needed.`]),
    ...allowanceProblems(calls, { answer, sellAmount: terms.sellAmount }),
    ...otherCalls(calls, (call) => signing.includes(call)),
    ...bookProblems(answer, terms, context),
  ]
  const { notes, isWhole } = timeNotes(terms, comparison)
  return { problems, notes, isWhole }
}

function termProblems(
  terms: OrderTerms,
  { sellToken, buyToken, sellAmount, limitPrice, isPartiallyFillable }: AskedOrder,
  { vault }: AskedContext,
): string[] {
  const problems: string[] = []
  const account = (what: string, given: Address, wanted: Address) => {
    if (!isSameAddress(given, wanted)) problems.push(`The order ${what} ${given}, not ${wanted}.`)
  }
  account('sells', terms.sellToken, sellToken.address)
  account('buys', terms.buyToken, buyToken.address)
  account('pays', terms.receiver, vault)
  const [sell, buy] = [sellToken.decimals ?? 0, buyToken.decimals ?? 0]
  if (printUnits(terms.sellAmount, sell) !== plainAmount(sellAmount))
    problems.push(
      `You asked to sell ${sellAmount}; the order sells ${printUnits(terms.sellAmount, sell)}.`,
    )
  const minimum = buyAmountAt(limitPrice, terms.sellAmount, { sell, buy })
  if (terms.buyAmount !== minimum)
    problems.push(
      `Your price gives ${printUnits(minimum, buy)}; the order takes ${printUnits(terms.buyAmount, buy)}.`,
    )
  if (terms.isPartiallyFillable !== isPartiallyFillable)
    problems.push(`The order ${terms.isPartiallyFillable ? 'may' : 'may not'} be filled in parts.`)
  const fixed = [
    ['kind', terms.kind, 'sell'],
    ['fee', String(terms.feeAmount), '0'],
    ['appData', terms.appData, emptyAppData],
    ['balance of what is sold', terms.sellTokenBalance, 'erc20'],
    ['balance of what is bought', terms.buyTokenBalance, 'erc20'],
  ] as const
  for (const [name, actual, expected] of fixed)
    if (actual !== expected)
      problems.push(`The ${name} of the order is ${actual}, not ${expected}.`)
  return problems
}

function signedProblems(
  call: ReadableCall,
  { terms, uid, settlement }: { terms: OrderTerms; uid: Hex; settlement: Address },
): string[] {
  const signed = decodePreSignature(call.data)!
  const isSame = signed.uid === uid && textOf(signed.terms) === textOf(terms)
  return [
    ...(isSame ? [] : ['The calldata signs another order than the one that is shown.']),
    ...(isSameAddress(call.target, settlement)
      ? []
      : [`The order is signed at ${call.target}, not at the settlement ${settlement}.`]),
    ...(call.value === 0n ? [] : ['The call that signs sends value along.']),
  ]
}

/** Written as plain text: amounts of any size, accounts in any case. */
function textOf(terms: OrderTerms): string {
  return Object.values(terms).map(String).join(' ').toLowerCase()
}

/** An allowance is what open orders still sell and this one, to the relayer, and nothing more. */
function allowanceProblems(
  calls: readonly ReadableCall[],
  { answer, sellAmount }: { readonly answer: LimitOrderData; readonly sellAmount: bigint },
): string[] {
  const { raw_before, raw_open_orders, raw_after } = answer.allowance
  const [before, open, after] = [raw_before, raw_open_orders, raw_after].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ]
  return [
    ...(after === open + sellAmount
      ? []
      : [`The allowance is to be ${after}; open orders and this one need ${open + sellAmount}.`]),
    ...approvalProblems(calls, {
      token: answer.order.sell_token as Address,
      relayer: answer.vault_relayer as Address,
      before,
      after,
    }),
  ]
}

/** Problems where the order posted to the book differs. */
function bookProblems(
  { order_book, eip712, settlement }: LimitOrderData,
  terms: OrderTerms,
  { vault }: AskedContext,
): string[] {
  const expectedBody: Readonly<Record<string, unknown>> = orderBookBodyOf(terms, vault)
  const { body } = order_book
  const names = [...new Set([...Object.keys(expectedBody), ...Object.keys(body)])]
  const unmatched = names.filter(
    (name) => String(body[name]).toLowerCase() !== String(expectedBody[name]).toLowerCase(),
  )
  const isSameDomain = isSameAddress(
    eip712.domain.verifyingContract as Address,
    settlement as Address,
  )
  return [
    ...unmatched.map(
      (name) => `For the order book ${name} is ${body[name]}, not ${expectedBody[name]}.`,
    ),
    ...(isSameDomain ? [] : ['The domain names another settlement.']),
  ]
}

/** The clock of this computer is not the chain's: how long an order lives is said, not judged. */
function timeNotes(
  { validTo }: OrderTerms,
  { asked: order, nowUnix, chainId, answer }: OrderComparison,
): { readonly notes: readonly string[]; readonly isWhole: boolean } {
  const seconds = Number(validTo) - nowUnix
  const difference = Math.abs(seconds - order.validForSeconds)
  const notes = [
    `The server says that ${answer.settlement} settles orders and that ${answer.vault_relayer} pulls what they sell; the tree permits both.`,
    ...(answer.eip712.domain.chainId === chainId ? [] : ['The domain names another chain.']),
  ]
  if (difference <= 900) return { notes, isWhole: true }
  const life = seconds > 0 ? `is valid for ${seconds} seconds` : `ended ${-seconds} seconds ago`
  const long = `By the clock of this computer the order ${life}, and you asked for ${order.validForSeconds}. Compare its end.`
  return { notes: [...notes, long], isWhole: false }
}
