import type { Aggregator, OfferedCalldata, OfferRequest } from '@vaultwright/aggregator'
import { BaseError, printHex } from '@vaultwright/base'
import { runReading } from '@vaultwright/chain'
import { buildLeaf, digestOf, parseSignature, selectorOf } from '@vaultwright/manager'
import { actionOf, joinReadings } from '@vaultwright/protocols'
import {
  checkOffer,
  type PermittingLeaf,
  strictOfferPolicy,
  type UnpermittedVenue,
} from '@vaultwright/swap'
import type { QuoteSession } from '../quote-session.ts'
import { decodersOf, readPackings } from './decoder-probe.ts'

/**
 * Asks third parties that are configured for what the tree does not permit them to carry out.
 *
 * A leaf is named only for calldata that would be taken if it were there. Who does not answer is left out.
 */
export async function readUnpermittedOffers(
  session: QuoteSession,
): Promise<readonly UnpermittedVenue[]> {
  const { aggregators } = session.context
  const answers = await Promise.all(aggregators.map((maker) => offersFrom(session, maker)))
  return answers.flat()
}

async function offersFrom(
  session: QuoteSession,
  maker: Aggregator,
): Promise<readonly UnpermittedVenue[]> {
  const call = await builtBy(session, maker)
  const route = call === null ? undefined : routeOf(maker, call)
  if (call !== null && route !== undefined) return await readCall(session, route, call)
  try {
    // Calldata that no decoder here reads still has a price.
    const { offered } = await maker.quote(swapRequestOf(session), session.context.signal)
    return [offerOf(maker.name, offered, null)]
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return []
  }
}

/** The calldata of a third party; null where it makes or gives none. */
async function builtBy(session: QuoteSession, maker: Aggregator): Promise<OfferedCalldata | null> {
  if (maker.build === null || maker.routes.length === 0) return null
  try {
    return await maker.build(swapRequestOf(session), session.context.signal)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return null
  }
}

function routeOf({ routes }: Aggregator, { data }: OfferedCalldata): string | undefined {
  return routes.find((route) => data.startsWith(selectorOf(signatureOf(route))))
}

function signatureOf(route: string): string {
  return parseSignature(actionOf(route)!.signature).canonical
}

async function readCall(
  session: QuoteSession,
  route: string,
  call: OfferedCalldata,
): Promise<readonly UnpermittedVenue[]> {
  const { context, sellToken, buyToken, sellAmount, block } = session
  const { data, to, offered } = call
  const verdict = checkOffer(call, {
    route,
    sellToken: sellToken.address,
    buyToken: buyToken.address,
    sellAmount,
    target: to,
    receiver: context.build.vault,
    refusalOfLeaf: () => null,
    policy: strictOfferPolicy,
  })
  if (!verdict.isAccepted) return []
  const reading = joinReadings([readPackings(decodersOf(session), data)])
  const { found: answers } = await runReading(context.chain, reading, block)
  const [packing] = answers[0]!
  if (packing === undefined) return [offerOf(route, offered, null)]
  const { decoder, entries } = packing
  const signature = signatureOf(route)
  const leaf = buildLeaf({ decoder, target: to, signature, arguments: entries })
  const digest = printHex(digestOf(leaf))
  const isPresent = context.build.tree.leaves.some((one) => printHex(digestOf(one)) === digest)
  if (isPresent) return []
  return [offerOf(route, offered, { ...leaf, digest })]
}

function offerOf(route: string, buyAmount: bigint, leaf: PermittingLeaf | null): UnpermittedVenue {
  return { route, params: {}, buyAmount, method: 'offered', permittingLeaf: leaf }
}

function swapRequestOf({
  context,
  wish: request,
  sellToken,
  buyToken,
  sellAmount,
}: QuoteSession): OfferRequest {
  const { vault } = context.build
  const [sell, buy] = [sellToken.decimals, buyToken.decimals]
  return {
    chainId: context.chain.id,
    sellToken: sellToken.address,
    buyToken: buyToken.address,
    sellAmount,
    taker: vault,
    receiver: vault,
    slippageBps: request.slippageBps,
    ...(sell !== null && buy !== null && { decimals: { sell, buy } }),
  }
}
