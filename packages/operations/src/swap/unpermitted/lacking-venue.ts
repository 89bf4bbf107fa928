import { type Address, isSameAddress } from '@vaultwright/base'
import { runReading } from '@vaultwright/chain'
import {
  type Action,
  actionOf,
  type Binding,
  type KnownFacts,
  type Permission,
  type SwapVenue,
  swapVenues,
  type VenueToken,
} from '@vaultwright/protocols'
import { contractsOf, nativeAsset } from '@vaultwright/registry'
import { tokenChoiceOf } from '@vaultwright/swap'
import type { QuoteSession } from '../quote-session.ts'
import { factQuestionsOf, readFacts, withFacts } from '../venue-fact.ts'

/** Venues that could swap the wish's tokens, whether or not a leaf permits them. */
export type PossibleVenues = {
  readonly permissions: readonly Permission[]
  /** With what accounts answered. */
  readonly knownFacts: KnownFacts
}

/** So many accounts are asked about for one venue. */
const maxAccounts = 64

/**
 * Lists venues with a view that could swap the wish's tokens, in one round trip.
 *
 * Routers are those that the tree calls and those on record. A pool or a vault may also be the spender of
 * an approval, or a token of the wish: it counts only if it answers that it trades these tokens.
 */
export async function readPossibleVenues(session: QuoteSession): Promise<PossibleVenues> {
  const drafts = swapVenues.flatMap((venue) => {
    const action = actionOf(venue.route)
    if (action === null || venue.quote === null || venue.recipient !== null) return []
    if (venue.offered.length > 0 || action.parameters[action.target] === undefined) return []
    return accountsFor(session, venue, action).map((account) => ({
      venue,
      permission: permissionOf(action, { [action.target]: account }),
    }))
  })
  const questions = factQuestionsOf(
    drafts.map(({ permission }) => permission),
    session.knownFacts,
  )
  const { found: facts } = await runReading(
    session.context.chain,
    readFacts(questions),
    session.block,
  )
  const knownFacts = withFacts(session.knownFacts, questions, facts)
  const permissions = drafts.flatMap(({ venue, permission }) => {
    const { action, binding } = permission
    const named = forTokens(venue, { action, binding, knownFacts }, session)
    return named === null ? [] : [permissionOf(action, named)]
  })
  return { permissions, knownFacts }
}

function permissionOf(action: Action, binding: Binding): Permission {
  const none = { drone: null, plain: null, valued: null, approvals: [], missing: [], unknown: [] }
  return { ...none, action, binding }
}

/** Accounts that a venue may be called at. */
function accountsFor(
  { market, wish: request, context }: QuoteSession,
  venue: SwapVenue,
  action: Action,
): readonly Address[] {
  const { protocol, target } = action
  const role = roleOf(action)
  const called = market.permissions.flatMap(({ action: permitted, binding, drone }) => {
    const isAlike =
      permitted.route === action.route ||
      (role !== null && permitted.protocol === protocol && roleOf(permitted) === role)
    return isAlike && drone === null ? [binding[permitted.target]] : []
  })
  const listed = contractsOf(context.chain.id)
    .filter((contract) => contract.protocol === protocol && contract.role === role)
    .map(({ address }) => address)
  const configured = context.contracts.get(`${protocol}/${role}`)
  const answering = tellsTokens(venue, action)
    ? [
        ...spendersIn(market.permissions, request.sellToken),
        ...[venue.sold, venue.bought].flatMap((source, index) =>
          'name' in source && source.name === target
            ? [index === 0 ? request.sellToken : request.buyToken]
            : [],
        ),
      ]
    : []
  const accounts = [...called, ...listed, configured, ...answering].filter(isAccount)
  const byKey = new Map(accounts.map((account) => [account.toLowerCase(), account]))
  return [...byKey.values()].slice(0, maxAccounts)
}

function isAccount(value: unknown): value is Address {
  return typeof value === 'string' && value !== nativeAsset
}

function roleOf(action: Action): string | null {
  const parameter = action.parameters[action.target]
  return parameter !== undefined && 'role' in parameter ? (parameter.role ?? null) : null
}

/** True if the called account itself says which tokens it trades. */
function tellsTokens({ sold, bought }: SwapVenue, action: Action): boolean {
  const factAccountOf = (source: VenueToken): string | undefined => {
    if (source.from === 'fact' || source.from === 'pool') return source.of
    if (source.from === 'native') return undefined
    const name = source.from === 'list' ? source.list : source.name
    return action.parameters[name]?.fact?.of
  }
  return [sold, bought].some((source) => factAccountOf(source) === action.target)
}

/** The accounts that may already pull the sold token. */
function spendersIn(permissions: readonly Permission[], token: Address): readonly Address[] {
  return permissions.flatMap(({ action, binding, drone }) =>
    action.route === 'erc_20/approve' &&
    drone === null &&
    isSameAddress(binding.token as Address, token)
      ? [binding.spender as Address]
      : [],
  )
}

type PossibleInput = {
  readonly action: Action
  readonly binding: Binding
  readonly knownFacts: KnownFacts
}

/** The binding with the tokens of the wish; null where the venue does not trade them. */
function forTokens(
  venue: SwapVenue,
  input: PossibleInput,
  { wish: request }: QuoteSession,
): Binding | null {
  let { binding } = input
  for (const [source, token] of [
    [venue.sold, request.sellToken],
    [venue.bought, request.buyToken],
  ] as const) {
    const { name, tokens } = tokenChoiceOf(source, input)
    // What no account says of itself is the caller's choice.
    const isOpen =
      source.from === 'parameter' && input.action.parameters[source.name]?.fact === undefined
    if (tokens === null ? !isOpen : !tokens.some((one) => isSameAddress(one, token))) return null
    if (name !== null && token !== nativeAsset) binding = { ...binding, [name]: token }
  }
  return binding
}
