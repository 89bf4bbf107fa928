import { type Address, isSameAddress } from '@vaultwright/base'
import { runReading } from '@vaultwright/chain'
import {
  actionOf,
  type Binding,
  joinReadings,
  type Permission,
  swapVenues,
  venueOf,
} from '@vaultwright/protocols'
import { contractsOf } from '@vaultwright/registry'
import { permittingLeafOf, type UnpermittedVenue } from '@vaultwright/swap'
import { choicesOf, type VenueChoice, venueValuesOf } from './attempt.ts'
import type { QuoteSession } from './quote-session.ts'

/**
 * Asks venues that the tree lacks for the pair what they would buy, at the same block.
 *
 * Asked are routers that the tree calls for other tokens, and those on record; never used to build.
 */
export async function readUnpermitted(session: QuoteSession): Promise<readonly UnpermittedVenue[]> {
  const choices = callsOf(session).flatMap(({ permission }) => choicesFor(session, permission))
  const { chain, contracts } = session.context
  const { knownFacts, sellAmount } = session
  const reading = joinReadings(
    choices.map((choice) => {
      const values = venueValuesOf(choice, sellAmount, { chainId: chain.id, knownFacts, contracts })
      return choice.venue.quote!(values) ?? nothing()
    }),
  )
  const { found } = await runReading(chain, reading, session.block)
  const best = new Map<string, UnpermittedVenue>()
  for (const [index, choice] of choices.entries()) {
    const buyAmount = found[index] ?? null
    const { route, permission } = choice.listing
    const leaf = buyAmount === null || buyAmount === 0n ? null : leafFor(session, permission!)
    if (buyAmount === null || leaf === null) continue
    const key = `${route}|${leaf.target}|${leaf.arguments.join()}`
    const one = {
      route,
      params: choice.params,
      buyAmount,
      method: 'view',
      permittingLeaf: leaf,
    } as const
    if (buyAmount > (best.get(key)?.buyAmount ?? 0n)) best.set(key, one)
  }
  return [...best.values()].sort((one, other) =>
    one.buyAmount === other.buyAmount
      ? one.route < other.route
        ? -1
        : 1
      : one.buyAmount > other.buyAmount
        ? -1
        : 1,
  )
}

type UnpermittedShape = { readonly permission: Permission }

/** Venues with a view, with the accounts that they are called at, for the tokens of the wish. */
function callsOf(session: QuoteSession): readonly UnpermittedShape[] {
  const { market, wish, context } = session
  const byKey = new Map<string, UnpermittedShape>()
  const add = (permission: Permission) => {
    const { action, binding } = permission
    const key = `${action.route}|${JSON.stringify(binding)}`
    const isReady = session.market.pairs.some(
      (pair) =>
        isSameAddress(pair.sellToken.address, wish.sellToken) &&
        isSameAddress(pair.buyToken.address, wish.buyToken) &&
        pair.venues.some(
          (venue) =>
            venue.route === action.route &&
            venue.state === 'ready' &&
            venue.target === binding[action.target],
        ),
    )
    if (!isReady && !byKey.has(key)) byKey.set(key, { permission })
  }
  for (const permission of market.permissions) {
    const named = forTokens(permission.action.route, permission.binding, session)
    if (named !== null && permission.drone === null && permission.plain !== null) {
      add({ ...permission, binding: named })
    }
  }
  for (const venue of swapVenues) {
    const action = actionOf(venue.route)
    const parameter = action?.parameters[action.target]
    const role = parameter !== undefined && 'role' in parameter ? parameter.role : undefined
    if (action === null || role === undefined) continue
    for (const contract of contractsOf(context.chain.id)) {
      if (contract.protocol !== action.protocol || contract.role !== role) continue
      const binding = { [action.target]: contract.address }
      const named = forTokens(venue.route, binding, session)
      if (named === null) continue
      const none = {
        drone: null,
        plain: null,
        valued: null,
        approvals: [],
        missing: [],
        unknown: [],
      }
      add({ ...none, action, binding: named })
    }
  }
  return [...byKey.values()]
}

/** The binding with the tokens of the wish; null where the venue has no view, or cannot take them. */
function forTokens(route: string, binding: Binding, { wish }: QuoteSession): Binding | null {
  const venue = venueOf(route)
  if (venue === null || venue.quote === null || venue.recipient !== null) return null
  if (venue.sold.from !== 'parameter' || venue.bought.from !== 'parameter') return null
  const { sold, bought } = venue
  // A contract that is its own token has one pair, whatever is wished.
  const action = actionOf(route)!
  const fixed = [
    action.target,
    ...(action.parameters[sold.name]?.fact === undefined ? [] : [sold.name]),
  ]
  if (fixed.includes(sold.name) || fixed.includes(bought.name)) return null
  if (binding.via !== undefined) return null
  return { ...binding, [sold.name]: wish.sellToken, [bought.name]: wish.buyToken }
}

function choicesFor(session: QuoteSession, permission: Permission): readonly VenueChoice[] {
  const { action, binding } = permission
  const venue = venueOf(action.route)!
  const listing = {
    route: action.route,
    title: venue.title,
    kind: venue.kind,
    target: binding[action.target] as Address,
    drone: null,
    quoting: 'executed',
    variants: {},
    hasDeadline: venue.deadline !== null,
    leaves: [{ slot: 0, approvalSlot: null }],
    state: 'not_permitted',
    why: null,
    free: venue.free,
    permission,
  } as const
  const { sellToken, buyToken } = session
  return choicesOf({ listings: [listing], sellToken, buyToken })
}

function leafFor({ context, market }: QuoteSession, { action, binding, plain }: Permission) {
  const { vault, manager } = context.build
  const alike = market.permissions.find((one) => one.action.protocol === action.protocol)
  const decoder = plain?.decoder ?? (alike?.plain ?? alike?.valued)?.decoder ?? null
  return permittingLeafOf({
    action,
    binding,
    actor: { self: vault, manager, drone: null },
    decoder,
    canSendValue: false,
  })
}

// biome-ignore lint/correctness/useYield: there is nothing to ask
function* nothing(): Generator<never, null, never> {
  return null
}
