import type { Aggregator, OfferedCalldata, OfferRequest } from '@vaultwright/aggregator'
import { BaseError, type Hex } from '@vaultwright/base'
import {
  boundOf,
  checkOffer,
  fairValueOf,
  type GivenCalldata,
  type SwapRefusal,
  slippageReaching,
  strictOfferPolicy,
} from '@vaultwright/swap'
import type { VenueChoice } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import { type GivenCall, offeredParamsOf } from './offered-params.ts'

/** A third party's calldata that passed, or why it did not. */
export type OfferOutcome =
  | {
      readonly given: GivenCalldata
      /** For an action that builds its own calldata: what this one says. */
      readonly params?: Readonly<Record<string, unknown>>
      readonly refusal: null
    }
  | { readonly given: null; readonly refusal: SwapRefusal }

type OfferedCallOf = Pick<OfferedCalldata, 'data' | 'value'> & {
  readonly to: OfferedCalldata['to'] | null
  readonly offered: bigint | null
}

/**
 * Finds what third parties made for venues that need it: given with the wish, else asked for.
 *
 * Their word is never believed and their calldata never changed: every field that money depends on is
 * checked, and a least below the bound is asked for once more with less slippage.
 */
export async function offersFor(
  session: QuoteSession,
  choices: readonly VenueChoice[],
): Promise<ReadonlyMap<VenueChoice, OfferOutcome>> {
  const wanting = choices.filter(
    ({ venue, listing }) => venue.offered.length > 0 && listing.state === 'ready',
  )
  const ask = openOffers(session)
  const outcomes = await Promise.all(wanting.map((choice) => offerFor(session, choice, ask)))
  return new Map(
    wanting.flatMap((choice, index) => {
      const outcome = outcomes[index]!
      return outcome === null ? [] : [[choice, outcome] as const]
    }),
  )
}

/** Asks for calldata of a part of the amount; null where no third party makes it. */
export function offerForPart(
  session: QuoteSession,
  choice: VenueChoice,
  sellAmount: bigint,
): Promise<OfferOutcome | null> {
  const part = { ...session, sellAmount }
  return offerFor(part, choice, openOffers(part))
}

/** Judges calldata that was quoted before, for the part of the amount that it sells. */
export function judgeGiven(
  session: QuoteSession,
  choice: VenueChoice,
  { data, sellAmount }: Pick<GivenCall, 'data' | 'sellAmount'>,
): OfferOutcome {
  const call = { to: null, data, value: 0n, offered: null }
  return judged({ ...session, sellAmount }, choice, call)
}

/** The third party that makes calldata for a route; null where the request brings its own, or none does. */
export function makerOf({ context, wish }: QuoteSession, route: string): Aggregator | null {
  if (wish.calldata.some((one) => one.route === route)) return null
  return (
    context.aggregators.find(({ routes, build }) => build !== null && routes.includes(route)) ??
    null
  )
}

async function offerFor(
  session: QuoteSession,
  choice: VenueChoice,
  ask: OfferSource,
): Promise<OfferOutcome | null> {
  const { wish: request } = session
  const { route } = choice.listing
  const stated = request.calldata.find((one) => one.route === route)
  if (stated !== undefined) {
    const data = stated.data.toLowerCase() as Hex
    return judged(session, choice, { to: null, data, value: 0n, offered: null })
  }
  const maker = makerOf(session, route)
  if (maker === null) return null
  const { slippageBps: slippage } = request
  const first = await offerFrom(session, choice, ask(maker, { choice, slippageBps: slippage }))
  if (first.given === null) return first
  const bound = boundIn(session)
  const { offered, least: minimum } = first.given
  if (bound === null || offered === null || minimum >= bound) return first
  const slippageBps = slippageReaching(bound, offered)
  if (slippageBps === null) return first
  return offerFrom(session, choice, ask(maker, { choice, slippageBps, minimum: bound }))
}

type OfferQuestion = {
  readonly choice: VenueChoice
  readonly slippageBps: bigint
  readonly minimum?: bigint
}
type OfferSource = (maker: Aggregator, terms: OfferQuestion) => Promise<OfferedCalldata>

/** Asks for the same offer once, however many leaves would take it. */
function openOffers({ context, sellToken, buyToken, sellAmount }: QuoteSession): OfferSource {
  const pending = new Map<string, Promise<OfferedCalldata>>()
  return (maker, { choice, slippageBps, minimum }) => {
    const { route, drone } = choice.listing
    const taker = drone ?? context.build.vault
    const key = [maker.name, route, taker, slippageBps, minimum].join('|')
    const request = {
      ...offerRequestOf({ context, sellToken, buyToken, sellAmount }, choice),
      slippageBps,
      ...(minimum !== undefined && { minimum }),
    }
    const offer = pending.get(key) ?? maker.build!(request, context.signal)
    pending.set(key, offer)
    return offer
  }
}

/** The request to who makes calldata for a venue, without its slippage. */
export function offerRequestOf(
  {
    context,
    sellToken,
    buyToken,
    sellAmount,
  }: Pick<QuoteSession, 'context' | 'sellToken' | 'buyToken' | 'sellAmount'>,
  { listing: { drone, route } }: VenueChoice,
): Omit<OfferRequest, 'slippageBps' | 'minimum'> {
  const taker = drone ?? context.build.vault
  return {
    chainId: context.chain.id,
    sellToken: sellToken.address,
    buyToken: buyToken.address,
    sellAmount,
    taker,
    receiver: taker,
    route,
  }
}

async function offerFrom(
  session: QuoteSession,
  choice: VenueChoice,
  offer: Promise<OfferedCalldata>,
): Promise<OfferOutcome> {
  try {
    return judged(session, choice, await offer)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { given: null, refusal: { code: error.code, message: error.shortMessage } }
  }
}

function judged(
  { sellToken, buyToken, sellAmount, context }: QuoteSession,
  choice: VenueChoice,
  call: OfferedCallOf,
): OfferOutcome {
  const { listing, venue } = choice
  const actor = listing.drone ?? context.build.vault
  if (venue.calldata === null) return judgedByParams(choice, call, { sellAmount, actor })
  const verdict = checkOffer(call, {
    route: listing.route,
    sellToken: sellToken.address,
    buyToken: buyToken.address,
    sellAmount,
    target: listing.target!,
    receiver: actor,
    // The builder proves the very calldata, and refuses what no leaf permits.
    refusalOfLeaf: () => null,
    policy: strictOfferPolicy,
  })
  if (!verdict.isAccepted) return { given: null, refusal: verdict.refusals[0] }
  if (listing.permission!.action.calldata === null) {
    return judgedByParams(choice, call, { sellAmount, actor })
  }
  const { least: minimum, quote } = verdict.fields
  return { given: { data: call.data, least: minimum, quote, offered: call.offered }, refusal: null }
}

/** Calldata that the action builds itself must be what it builds. */
function judgedByParams(
  choice: VenueChoice,
  { data, offered }: OfferedCallOf,
  terms: Pick<GivenCall, 'sellAmount' | 'actor'>,
): OfferOutcome {
  const reading = offeredParamsOf(choice, { ...terms, data })
  if (!reading.ok) return { given: null, refusal: reading.refusal }
  const { least: minimum, params } = reading
  return { given: { data, least: minimum, quote: null, offered }, params, refusal: null }
}

/** The minimum output that the policy permits; null without prices. */
function boundIn(session: QuoteSession): bigint | null {
  const { policy } = session.context
  if (policy === null) return null
  const { statements, failures, sellToken, buyToken, sellAmount } = session
  const book = { statements, failures, deviationBps: policy.deviationBps }
  const { fair } = fairValueOf(book, { sellToken, buyToken, sellAmount })
  return fair === null ? null : boundOf(fair.buyAmount, policy.maxLossBps)
}
