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
  const { context } = session
  const request = swapRequestOf(session)
  try {
    if (maker.build === null || maker.routes.length === 0) {
      const { offered } = await maker.quote(request, context.signal)
      return [offerOf(maker.name, offered, null)]
    }
    const call = await maker.build(request, context.signal)
    return await readCall(session, maker, call)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return []
  }
}

async function readCall(
  session: QuoteSession,
  { routes }: Aggregator,
  call: OfferedCalldata,
): Promise<readonly UnpermittedVenue[]> {
  const { context, sellToken, buyToken, sellAmount, block } = session
  const { data, to, offered } = call
  const signature = (route: string) => parseSignature(actionOf(route)!.signature).canonical
  const route = routes.find((one) => data.startsWith(selectorOf(signature(one))))
  if (route === undefined) return []
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
  const leaf = buildLeaf({ decoder, target: to, signature: signature(route), arguments: entries })
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
