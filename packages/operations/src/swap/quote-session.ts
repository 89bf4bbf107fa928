import {
  type Address,
  BaseError,
  type Hex,
  isSameAddress,
  printHex,
  type Steps,
} from '@vaultwright/base'
import type { BuildContext } from '@vaultwright/builder'
import { readGasPrice, runReading, simulateEach } from '@vaultwright/chain'
import { rootOf } from '@vaultwright/merkle'
import type { BlockRef } from '@vaultwright/outcome'
import {
  emptyFacts,
  joinReadings,
  type KnownFacts,
  mergeFacts,
  type PriceResult,
  readAmount,
  readTokenUnits,
} from '@vaultwright/protocols'
import { nativeAsset, wrappedNativeOf } from '@vaultwright/registry'
import {
  type MarketInput,
  type MissingPrice,
  marketSteps,
  middlesOf,
  type PairVenue,
  type PriceStatement,
  pairOf,
  type SwapMarket,
  type SwapRequest,
  type SwapToken,
  swapTokenOf,
} from '@vaultwright/swap'
import { policyPricesOf, readPolicyPrices } from './market-bound.ts'
import { type BookQuestion, bookQuestionOf } from './order-quote.ts'
import { amountOf, orderedOf } from './sell-amount.ts'
import { openSharedReads, readForBuilds } from './shared-read.ts'
import type { SwapContext } from './swap-context.ts'
import type { SwapRunContext } from './swap-run.ts'
import { factQuestionsOf, readFacts, withFacts } from './venue-fact.ts'

/** The state of a quote, all of it at one block. */
export type QuoteSession = {
  readonly context: SwapContext
  readonly wish: SwapRequest
  readonly block: BlockRef
  readonly root: Hex
  readonly market: SwapMarket
  readonly knownFacts: KnownFacts
  /** Venues of the pair that the wish takes. */
  readonly listings: readonly PairVenue[]
  /** The part of an order book beside them; null where none takes part. */
  readonly bookQuestion: BookQuestion | null
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  /** A token as leaves, the record or the chain tell it: those two, and those in between. */
  readonly unitOf: (token: Address) => SwapToken
  /** Base units. */
  readonly sellAmount: bigint
  /** Makes sure that open orders leave the amount. @throws {OrderUnderfundedError}; what reading them throws. */
  readonly assertFree: () => Promise<void>
  readonly statements: readonly PriceStatement[]
  readonly failures: readonly MissingPrice[]
  readonly gasPriceWei: bigint | null
  readonly nativeAsset: Address | null
  readonly swapRuns: SwapRunContext
}

/** Reads the market, what accounts say, prices, balances and decimals at one block, in one round trip. */
export async function openQuote(context: SwapContext, request: SwapRequest): Promise<QuoteSession> {
  const { build, chain, policy } = context
  const { vault, manager, tree } = build
  const block =
    typeof context.block === 'object' ? context.block : await chain.readBlock(context.block)
  const root = printHex(rootOf(tree.tree))
  const owner = { vault, manager, drones: build.drones ?? [] }
  const offeredRoutes = new Set([
    ...request.calldata.map(({ route }) => route),
    ...context.aggregators.flatMap(({ routes, build: make }) => (make === null ? [] : routes)),
  ])
  const marketWith = (knownFacts: KnownFacts) => {
    const input: MarketInput = {
      leaves: tree.leaves,
      owner,
      knownFacts,
      chainId: chain.id,
      offeredRoutes,
    }
    return runPaused(marketSteps(input), build)
  }
  const offline = await marketWith(build.knownFacts)
  const ends = [request.sellToken, request.buyToken] as const
  const tokens = [...ends, ...(request.maxHops === 1 ? [] : middlesOf(offline, ...ends))]
  const permissions = permissionsForPair(offline, request)
  const questions = factQuestionsOf(permissions, build.knownFacts)
  const holders = [vault, ...owner.drones]
  const reading = joinReadings<unknown>([
    readFacts(questions),
    readTokenUnits(tokens),
    joinReadings(
      holders.map((holder) =>
        readAmount({ to: request.sellToken, call: 'balanceOf(address)', arguments: [holder] }),
      ),
    ),
    readPolicyPrices(policy, block.timestamp),
    readForBuilds(permissions, { vault, tokens }),
  ])
  const ordering = orderedOf(context, { market: offline, block, token: request.sellToken })
  // What is asked for by its amount is held against open orders at the end.
  ordering.catch(() => {})
  const [{ found: priceReading, calls }, gasPrice, later] = await Promise.all([
    runReading(chain, reading, block),
    readGasPrice(chain.rpc, block),
    laterBalancesOf(context, { block, token: request.sellToken, holders }),
  ])
  const [facts, units, present, prices] = priceReading as [
    KnownFacts,
    ReturnOf<typeof readTokenUnits>,
    readonly (bigint | null)[],
    readonly PriceResult[],
  ]
  const balances = later ?? present
  const learned = withFacts(build.knownFacts, questions, facts)
  const market = learned === build.knownFacts ? offline : await marketWith(learned)
  const unitOf = (token: Address): SwapToken => {
    const listed = swapTokenOf(token, { knownFacts: learned, chainId: chain.id })
    const unit = units.assets.find(({ address }) => isSameAddress(address, token))
    const symbol = listed.symbol ?? (unit?.symbol === token ? null : (unit?.symbol ?? null))
    return { ...listed, symbol, decimals: listed.decimals ?? unit?.decimals ?? null }
  }
  const [sellToken, buyToken] = [unitOf(request.sellToken), unitOf(request.buyToken)]
  const pair = pairOf(market, request.sellToken, request.buyToken)
  const listings = (pair?.venues ?? []).filter(
    ({ route }) => request.venues === null || request.venues.includes(route),
  )
  const acting =
    listings.find(({ drone }) => drone === null) === undefined ? listings[0]?.drone : null
  const held = balances[holders.indexOf(acting ?? vault)] ?? null
  const bookQuestion = bookQuestionOf(context, request, { market, drone: acting ?? null })
  const isBare = hasNoVenue({ listings, bookQuestion, wish: request })
  const amountBeside = (ordered: bigint) =>
    amountOf(context, request, { sellToken, balance: held, ordered })
  const sellAmount = isBare
    ? (request.sellAmount ?? held ?? 0n)
    : amountBeside(request.sellAmount === null ? await ordering : 0n)
  const checking = isBare ? null : ordering.then(amountBeside)
  checking?.catch(() => {})
  const wrapped = wrappedNativeIn(market, chain.id)
  const priced = new Set(prices.flatMap(({ quote }) => (quote === null ? [] : [quote.asset])))
  const native = [nativeAsset, wrapped].find((asset) => asset !== null && priced.has(asset)) ?? null
  const shown = tokens.map(unitOf).filter(({ decimals }) => decimals === null)
  const knownFacts = shown.length === 0 ? learned : mergeFacts([learned, withoutDecimals(shown)])
  const inner: BuildContext = {
    ...build,
    knownFacts,
    reads: openSharedReads(chain, block, calls),
    // Deadlines count from the block that everything is read at.
    now: block.timestamp,
  }
  return {
    context,
    wish: request,
    block,
    root,
    market,
    knownFacts,
    listings,
    bookQuestion,
    sellToken,
    buyToken,
    unitOf,
    sellAmount,
    assertFree: async () => {
      await checking
    },
    ...policyPricesOf(policy, prices),
    gasPriceWei: gasPrice.wei,
    nativeAsset: native,
    swapRuns: {
      engines: { chain, forks: context.forks },
      block,
      build: inner,
      strategist: context.strategist,
      vault,
      before: context.before?.transactions ?? [],
      watched: [...new Set((policy?.prices ?? []).map(({ asset }) => asset))],
    },
  }
}

type LaterBalances = {
  readonly block: BlockRef
  readonly token: Address
  readonly holders: readonly Address[]
}

/** Reads the balances that holders surely have after earlier transactions; null where nothing comes before. */
async function laterBalancesOf(
  { chain, forks, before }: SwapContext,
  { block, token, holders }: LaterBalances,
): Promise<readonly (bigint | null)[] | null> {
  if (before === undefined || before.transactions.length === 0) return null
  const reads = holders.map((holder) => ({ kind: 'balance', token, holder }) as const)
  const run = { transactions: before.transactions, reads }
  const { runs } = await simulateEach({ chain, forks }, block, [run])
  const shortfall = before.shortfalls.get(token) ?? 0n
  return (runs[0]?.readings.at(-1) ?? []).map((balance) => {
    if (balance === null) return null
    return balance > shortfall ? balance - shortfall : 0n
  })
}

type ReturnOf<Make extends (...args: never[]) => Generator<unknown, unknown, never>> =
  ReturnType<Make> extends Generator<unknown, infer Value, never> ? Value : never

/** Tells whether the tree has no way for a wish that asks for nothing else. */
export function hasNoVenue({
  listings,
  bookQuestion,
  wish: request,
}: Pick<QuoteSession, 'listings' | 'bookQuestion' | 'wish'>): boolean {
  const hasOther = bookQuestion !== null || request.maxHops === 2 || request.withRefused
  return listings.length === 0 && !hasOther
}

/** Venues whose tokens may be the wish's, those of the pair and of hops among them. */
function permissionsForPair(market: SwapMarket, { sellToken, buyToken, maxHops }: SwapRequest) {
  const isWished = (token: Address) =>
    isSameAddress(token, sellToken) || isSameAddress(token, buyToken)
  const placed = market.pairs
    .filter((pair) => {
      const ends = [isWished(pair.sellToken.address), isWished(pair.buyToken.address)]
      return maxHops === 2 ? ends.some(Boolean) : ends.every(Boolean)
    })
    .flatMap(({ venues }) => venues)
  return [...placed, ...market.unplaced].flatMap(({ permission }) => permission ?? [])
}

/** The coin that stands for the native one: of the tree's own leaves, or on record. */
function wrappedNativeIn({ permissions }: SwapMarket, chainId: number): Address | null {
  const wraps = permissions.find(({ action }) => action.protocol === 'native_wrapper')
  const bound = wraps?.binding.wrapper
  if (typeof bound === 'string') return bound as Address
  return wrappedNativeOf(chainId)
}

/** Tokens that tell no decimals are counted in base units. */
function withoutDecimals(tokens: readonly SwapToken[]): KnownFacts {
  return {
    ...emptyFacts,
    tokenOf: (account) => {
      const token = tokens.find(({ address }) => isSameAddress(address, account))
      if (token === undefined) return null
      return { symbol: token.symbol ?? token.address, decimals: 0, resetsApproval: null }
    },
  }
}

/** Runs steps, and lets other work go on between them where the context says so. */
async function runPaused<Result>(
  steps: Steps<Result>,
  { pause }: Pick<BuildContext, 'pause'>,
): Promise<Result> {
  for (;;) {
    const waits = pause?.() ?? null
    if (waits !== null) await waits
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The tree has no way from one token to the other. */
export class NoPermittedVenueError extends BaseError {
  override readonly code = 'no_permitted_venue'
  override readonly kind = 'invalid_input'

  constructor(sellToken: SwapToken, buyToken: SwapToken, facts: BaseError['facts'] = {}) {
    const [sold, bought] = [sellToken, buyToken].map(({ symbol, address }) => symbol ?? address)
    super({
      message: `The tree permits no swap of ${sold} for ${bought}. List the routes for what it permits, or add a leaf.`,
      facts: { sellToken: sellToken.address, buyToken: buyToken.address, ...facts },
    })
  }
}
