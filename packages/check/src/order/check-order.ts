import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import {
  decodePreSignature,
  emptyAppData,
  type OrderTerms,
  orderBookBodyOf,
  orderDomainOf,
  type ReadableCall,
} from '@vaultwright/protocols'
import { statedUnits } from '@vaultwright/registry'
import { namedOrderOf } from '@vaultwright/swap'
import type { LimitOrderData } from '@vaultwright/wire'
import type { ComparisonContext, RequestComparison } from '../built/action-comparison.ts'
import { type BuiltAt, checkAnswerBy } from '../built/check-answer.ts'
import type { BuiltCheck } from '../built/check-built.ts'
import { approvalProblems, isEnding, otherCalls } from './order-call.ts'
import { answeredPartsOf, type NamedPart } from './order-part.ts'
import { compareTerms, type RequestedOrder } from './order-term.ts'

/** Verifies a limit order: its terms, its uid, and the calldata that approves and signs it. */
export function checkOrder(
  answer: LimitOrderData,
  at: BuiltAt,
  { asked: order, nowUnix }: { readonly asked: RequestedOrder; readonly nowUnix: number },
): BuiltCheck {
  const chainId = at.place.chainId ?? answer.eip712.domain.chainId
  const settlement = answer.settlement as Address
  return checkAnswerBy(answer, at, {
    compare: (calls, context) => {
      const comparison = { answer, asked: order, nowUnix, chainId: chainId ?? 0, context }
      return compareOrder(calls, comparison)
    },
    // The decoder was made for a settlement and a document: with others it refuses the call.
    reads: {
      'domainSeparator()': orderDomainOf(chainId, settlement),
      'appData()': emptyAppData,
    },
    wordUnits: statedUnits([order.sellToken, order.buyToken], 'chain'),
  })
}

type OrderComparison = {
  readonly answer: LimitOrderData
  readonly asked: RequestedOrder
  readonly nowUnix: number
  readonly chainId: number
  readonly context: ComparisonContext
}

/** Compares calls with an order: one signs each of its parts, and approvals let the relayer pull no more than the answer says. */
export function compareOrder(
  calls: readonly ReadableCall[],
  comparison: OrderComparison,
): RequestComparison {
  const { answer, asked: order, context, chainId } = comparison
  const { parts, orders, whole, problems: partProblems } = answeredPartsOf(answer, order)
  const settlement = answer.settlement as Address
  const domainSeparator = orderDomainOf(chainId, settlement)
  const signing = calls.filter((call) => decodePreSignature(call.data) !== null)
  const { replaces } = order
  const routes = ['cow/cancel_order', 'cow/withdraw_signature'] as const
  const ending =
    replaces === undefined
      ? []
      : calls.filter(
          (call) =>
            isEnding(call, replaces, routes) &&
            isSameAddress(call.target, settlement) &&
            call.value === 0n,
        )
  const compared = compareTerms(whole, order, context)
  const problems = [
    ...compared.problems,
    ...partProblems,
    ...orders.flatMap((part) => nameProblems(part, { owner: context.vault, domainSeparator })),
    ...signingProblems(signing, { parts, settlement }),
    ...allowanceProblems(calls, { answer, sellAmount: whole.sellAmount }),
    ...(replaces === undefined || ending.length === 1
      ? []
      : [`${ending.length} calls end the order ${replaces}, whose place it takes; one is needed.`]),
    ...otherCalls(calls, (call) => signing.includes(call) || ending.includes(call)),
    ...orders.flatMap((part) => bookProblems(part, context)),
    ...domainProblems(answer, chainId),
  ]
  const time = timeNotes(whole, comparison)
  return { problems, notes: time.notes, uncompared: [...compared.uncompared, ...time.uncompared] }
}

type Naming = { readonly owner: Address; readonly domainSeparator: Hex }

function nameProblems(part: NamedPart, naming: Naming): string[] {
  const named = namedOrderOf(part.terms, naming)
  return named.uid === part.order_uid && named.digest === part.order_digest
    ? []
    : [`The uid ${part.order_uid} does not follow from the terms: ${named.uid} does.`]
}

/** Each part is signed by one call, and nothing else is. */
function signingProblems(
  signing: readonly ReadableCall[],
  { parts, settlement }: { readonly parts: readonly NamedPart[]; readonly settlement: Address },
): string[] {
  if (signing.length !== parts.length) {
    const needed = parts.length === 1 ? 'one is needed' : `${parts.length} are needed`
    return [`${signing.length} calls sign an order; ${needed}.`]
  }
  return signing.flatMap((call, index) => {
    const { terms, order_uid: uid } = parts[index]!
    return signedProblems(call, { terms, uid: uid as Hex, settlement })
  })
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

/** Source: CoW Protocol order book API. */
const bookPath = '/api/v1/orders'

/** Problems where the order posted to the book differs. */
function bookProblems({ order_book, terms }: NamedPart, { vault }: ComparisonContext): string[] {
  const expectedBody: Readonly<Record<string, unknown>> = orderBookBodyOf(terms, vault)
  const { body, path } = order_book
  const names = [...new Set([...Object.keys(expectedBody), ...Object.keys(body)])]
  const unmatched = names.filter(
    (name) => String(body[name]).toLowerCase() !== String(expectedBody[name]).toLowerCase(),
  )
  return [
    ...unmatched.map(
      (name) => `For the order book ${name} is ${body[name]}, not ${expectedBody[name]}.`,
    ),
    ...(path === bookPath ? [] : [`The order book is asked at ${path}, not ${bookPath}.`]),
  ]
}

/** The problems of the domain that wallets show: the uid was computed with one domain alone. */
function domainProblems(
  { eip712: { domain }, settlement }: LimitOrderData,
  chainId: number,
): string[] {
  const pairs = [
    ['domain names', domain.name, orderDomain.name],
    ['domain has version', domain.version, orderDomain.version],
    ['domain is of chain', String(domain.chainId), String(chainId)],
    ['domain is of the settlement', domain.verifyingContract, settlement],
  ] as const
  return pairs.flatMap(([what, actual, expected]) =>
    actual.toLowerCase() === expected.toLowerCase()
      ? []
      : [`The ${what} ${actual}, not ${expected}.`],
  )
}

/** Source: GPv2Signing. */
const orderDomain = { name: 'Gnosis Protocol', version: 'v2' } as const

/** The clock of this computer is not the chain's: how long an order lives is said, not judged. */
function timeNotes(
  { validTo }: OrderTerms,
  { asked: order, nowUnix, answer }: OrderComparison,
): Pick<RequestComparison, 'notes' | 'uncompared'> {
  const seconds = Number(validTo) - nowUnix
  const difference = Math.abs(seconds - order.validForSeconds)
  const notes = [
    `The server says that ${answer.settlement} settles orders and that ${answer.vault_relayer} pulls what they sell; the tree permits both.`,
  ]
  if (difference <= 900) return { notes, uncompared: [] }
  const life = seconds > 0 ? `is valid for ${seconds} seconds` : `ended ${-seconds} seconds ago`
  const long = `By the clock of this computer the order ${life}, and you asked for ${order.validForSeconds}. Compare its end.`
  return { notes, uncompared: [long] }
}
