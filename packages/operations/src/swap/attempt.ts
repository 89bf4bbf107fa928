import { type Address, printUnits } from '@vaultwright/base'
import type { ActionRequest } from '@vaultwright/builder'
import type { AbiValue } from '@vaultwright/manager'
import { type KnownFacts, type SwapVenue, type VenueValues, venueOf } from '@vaultwright/protocols'
import { contractsOf } from '@vaultwright/registry'
import type { MeasuredLeg, PairVenue, SwapToken } from '@vaultwright/swap'

/** A venue with one choice of everything that its leaf leaves open but amount and least. */
export type VenueChoice = {
  readonly listing: PairVenue
  readonly venue: SwapVenue
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  /** Values of its variants. */
  readonly variant: Readonly<Record<string, readonly string[] | string>>
  /** The parameters that distinguish it in its pair, in display form. */
  readonly params: Readonly<Record<string, string>>
}

/** A pair of tokens and a venue that is ready for it. */
export type ChoiceInput = {
  readonly listings: readonly PairVenue[]
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
}

/** At most this many variant combinations are tried per leaf. */
const maxMixes = 16

/** Lists the choices of a pair's venues, in an order that does not depend on slots. */
export function choicesOf({ listings, sellToken, buyToken }: ChoiceInput): readonly VenueChoice[] {
  const choices = listings.flatMap((listing): readonly VenueChoice[] => {
    const venue = venueOf(listing.route)
    if (venue === null) return []
    const alike = listings.filter(({ route }) => route === listing.route)
    const shown = alike.length > 1 ? namedTarget(listing) : {}
    // What is not ready is never tried: it is listed once.
    const mixes = isTried(listing) ? mixesOf(listing, venue) : [{}]
    return mixes.map((variant) => ({
      listing,
      venue,
      sellToken,
      buyToken,
      variant,
      params: { ...shown, ...textsOf(variant) },
    }))
  })
  const keyed = choices.map((choice) => ({ choice, key: keyOf(choice) }))
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ choice }) => choice)
}

/** The inputs of the venue's own readings. */
export function venueValuesOf(
  choice: VenueChoice,
  sellAmount: bigint,
  context: {
    readonly chainId: number
    readonly knownFacts: KnownFacts
    readonly contracts: ReadonlyMap<string, Address>
  },
): VenueValues {
  const { listing, sellToken, buyToken, variant } = choice
  const { action, binding } = listing.permission!
  const values: Record<string, AbiValue> = { ...binding }
  for (const [name, parameter] of Object.entries(action.parameters)) {
    const account = parameter.fact === undefined ? undefined : binding[parameter.fact.of]
    if (values[name] !== undefined || typeof account !== 'string') continue
    const fact = context.knownFacts.factOf(account as Address, parameter.fact!.call)
    if (fact !== null) values[name] = fact
  }
  for (const [name, text] of Object.entries(variant)) {
    values[name] = typeof text === 'string' ? BigInt(text) : text.map(BigInt)
  }
  return {
    values,
    sellToken: sellToken.address,
    buyToken: buyToken.address,
    sellAmount,
    contractOf: (role) =>
      context.contracts.get(`${action.protocol}/${role}`) ??
      contractsOf(context.chainId).find(
        (contract) => contract.protocol === action.protocol && contract.role === role,
      )?.address ??
      null,
    factOf: context.knownFacts.factOf,
  }
}

/** The request of a leg: amounts in base units. */
export type LegRequest = {
  readonly sellAmount: bigint
  /** Null where the call demands none, or a third party's does. */
  readonly least: bigint | null
  /** A third party's calldata; null for our own. */
  readonly data: string | null
  /** The parameters in that calldata, for an action that builds its own. */
  readonly params?: Readonly<Record<string, unknown>>
}

/** Makes the request that the builder takes. */
export function requestOf(choice: VenueChoice, request: LegRequest): ActionRequest {
  const { listing, venue, sellToken, buyToken, variant } = choice
  const { action, binding, drone } = listing.permission!
  const params: Record<string, unknown> = { ...venue.fixed, ...variant }
  for (const [name, value] of Object.entries(binding)) {
    if (action.parameters[name] === undefined) continue
    params[name] = typeof value === 'bigint' ? String(value) : value
  }
  if (drone !== null) params['account' in action.parameters ? 'acting_account' : 'account'] = drone
  params[venue.amount] = printUnits(request.sellAmount, sellToken.decimals ?? 0)
  if (request.data !== null && action.calldata !== null) params[action.calldata] = request.data
  else if (request.params !== undefined) Object.assign(params, request.params)
  else if (venue.least !== null) {
    params[venue.least] = printUnits(request.least ?? 1n, buyToken.decimals ?? 0)
  }
  return { route: listing.route, params }
}

/** A leg of a candidate before it ran. */
export function legOf(
  choice: VenueChoice,
  sellAmount: bigint,
  given: MeasuredLeg['given'],
): MeasuredLeg {
  const { listing, venue, sellToken, buyToken, params } = choice
  return {
    route: listing.route,
    title: listing.title,
    kind: listing.kind,
    params,
    slot: listing.leaves[0]!.slot,
    drone: listing.drone,
    sellToken: sellToken.address,
    buyToken: buyToken.address,
    sellAmount,
    bought: null,
    hasLeast: venue.least !== null,
    given,
    thousandth: null,
  }
}

function mixesOf(
  { permission }: PairVenue,
  { variants }: SwapVenue,
): readonly VenueChoice['variant'][] {
  let mixes: readonly VenueChoice['variant'][] = [{}]
  for (const { parameter, values } of variants) {
    const kind = permission!.action.parameters[parameter]?.kind
    const length = listLength(permission!.binding.via)
    const options = values.map((value) =>
      kind === 'integers' ? Array.from({ length }, () => value) : value,
    )
    mixes = mixes.flatMap((mix) => options.map((option) => ({ ...mix, [parameter]: option })))
  }
  return mixes.slice(0, maxMixes)
}

function isTried({ state }: PairVenue): boolean {
  return state === 'ready' || state === 'not_permitted'
}

function listLength(value: unknown): number {
  return Array.isArray(value) ? value.length : 1
}

function namedTarget({ target, permission }: PairVenue): Readonly<Record<string, string>> {
  return target === null ? {} : { [permission!.action.target]: target }
}

function textsOf(variant: VenueChoice['variant']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(variant).map(([name, value]) => [name, String(value)]))
}

function keyOf({ listing, params }: VenueChoice): string {
  const { binding, drone } = listing.permission!
  const text = (record: object) =>
    Object.entries(record)
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join('|')
  const variant = Object.values(params).map((value) => value.padStart(12, '0'))
  return `${listing.route} ${variant.join(' ')} ${text(binding)} ${drone} ${String(
    listing.leaves[0]!.slot,
  ).padStart(6, '0')}`
}
