import {
  type Chain,
  type LocalChain,
  openChain,
  openForkPool,
  openRecorder,
  openRecording,
} from '@vaultwright/chain'
import { buildLeafTree, isPadding } from '@vaultwright/manager'
import { quoteSwap, type SwapContext } from '@vaultwright/operations'
import { marketOf, recomputeQuote, type SwapQuote, type SwapRequest } from '@vaultwright/swap'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree, placeOf } from '../../support/node/local-chain.ts'
import { openRoundTrips } from '../../support/node/round-trip.ts'
import { runsOf } from '../../support/runs.ts'
import { localContext, localRequest } from '../../support/swap/quote-context.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'
import { venueCallsOf } from '../../support/swap/venue-call.ts'

const oneWeth = 10n ** 18n
const usd = 10n ** 6n
const { tree } = localTree('local-eth-trader')
const leaves = tree.leaves.filter((leaf) => !isPadding(leaf))

let swaps: SwapChain
let local: LocalChain
let chain: Chain

beforeAll(async () => {
  swaps = await openSwapChain()
  ;({ local, chain } = swaps)
})
afterAll(() => local?.anvil.close())

const quoteOf = (request: SwapRequest, more: Partial<SwapContext> = {}) =>
  quoteSwap(localContext({ local, chain }, more), request)
const pair = (more: Partial<SwapRequest> = {}) => localRequest(local, ['WETH', 'USDC'], more)
const quoter = () => new Map([['uniswap_v3/quoter_v2', placeOf(local, 'Uniswap quoter')]])

/** A quote without its slots and the root. */
function withoutRoot({ root: _, receipt: __, ...fields }: SwapQuote) {
  return JSON.parse(
    JSON.stringify(fields, (_key, one) => (typeof one === 'bigint' ? String(one) : one)),
  )
}

test('golden: 1 WETH on three tiers and by the executor, best first, and the old tier out of bound', async () => {
  const [, call] = venueCallsOf(local).oneInch('v5', 'WETH', 'USDC', oneWeth)
  const quote = await quoteOf(
    pair({
      venues: ['uniswap_v3/swap', 'one_inch/swap_v5'],
      calldata: [{ route: 'one_inch/swap_v5', data: minimumIn(call!.data, 1_994n * usd) }],
    }),
  )
  expect(quote.fair?.buyAmount).toBe(2_000n * usd)
  expect(quote.bound).toEqual({ maxLossBps: 50n, least: 1_990n * usd })
  expect(
    quote.candidates.map(({ legs, buyAmount, lossBps, refusal }) => [
      legs[0]!.route,
      legs[0]!.params,
      buyAmount,
      lossBps,
      refusal?.code ?? null,
    ]),
  ).toEqual([
    ['one_inch/swap_v5', {}, 2_000n * usd, '0', null],
    ['uniswap_v3/swap', { fee: '100' }, 1_999_400_159n, '2.9993', null],
    ['uniswap_v3/swap', { fee: '3000' }, 1_997_739_031n, '11.3049', null],
    ['uniswap_v3/swap', { fee: '500' }, 1_957_703_388n, '211.4831', 'price_out_of_bound'],
  ])
  expect(quote.refused).toMatchObject([{ params: { fee: '10000' }, code: 'venue_reverted' }])
  expect(quote.why[0]).toMatch(
    /^c\d+ buys 0\.599841 USDC more than c\d+ and uses [\d,]+ gas less\.$/,
  )
})

/** Third-party calldata with another least: word 6 of the arguments. */
function minimumIn(data: `0x${string}`, minimum: bigint): `0x${string}` {
  const from = 10 + 64 * 6
  const word = minimum.toString(16).padStart(64, '0')
  return `${data.slice(0, from)}${word}${data.slice(from + 64)}` as `0x${string}`
}

test('law: the receipt gives the same numbers again, from a recording of the block as well', async () => {
  for (const request of [
    pair({ withRefused: true, venues: ['uniswap_v3/swap_02'] }),
    pair({ sellAmount: 50n * oneWeth, canSplit: true }),
    localRequest(local, ['USDC', 'Savings WETH'], {
      venues: null,
      maxHops: 2,
      sellAmount: 9n * usd,
    }),
  ]) {
    const recorder = openRecorder(local.anvil.rpc)
    const recorded = await openChain(recorder.rpc, { id: 31337 })
    const contracts = quoter()
    const quote = await quoteSwap(localContext({ local, chain: recorded }, { contracts }), request)
    expect(quote.candidates.length).toBeGreaterThan(0)
    expect(recomputeQuote(JSON.parse(JSON.stringify(quote.receipt)))).toEqual(quote.receipt.result)
    const replayed = await openChain(openRecording(recorder.print()), { id: 31337 })
    const again = await quoteSwap(localContext({ local, chain: replayed }, { contracts }), request)
    expect(again.receipt).toEqual(quote.receipt)
  }
})

test('law: a split beats every single venue, its legs sum to the wish, and each least to the bound', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt(20n, 60n), fc.boolean(), async (weth, isViewed) => {
      const sellAmount = weth * oneWeth + 7n
      const quote = await quoteOf(pair({ sellAmount, canSplit: true }), {
        contracts: isViewed ? quoter() : new Map(),
      })
      const singles = quote.candidates.filter(({ legs }) => legs.length === 1)
      const [first] = quote.candidates
      for (const { buyAmount } of singles)
        expect(first!.buyAmount).toBeGreaterThanOrEqual(buyAmount)
      for (const { legs, least: minimum } of quote.candidates) {
        expect(legs.reduce((sum, leg) => sum + leg.sellAmount, 0n)).toBe(sellAmount)
        expect(legs.reduce((sum, leg) => sum + leg.shareBps, 0n)).toBe(10_000n)
        expect(legs.length).toBeLessThanOrEqual(4)
        if (minimum === null) continue
        expect(minimum).toBeGreaterThanOrEqual(quote.bound!.least)
        expect(legs.reduce((sum, leg) => sum + leg.least!, 0n)).toBe(minimum)
      }
    }),
    { numRuns: runsOf(0.03) },
  )
})

test('law: shuffled leaves and venues change nothing but the root', async () => {
  const request = pair({ venues: null, canSplit: true, sellAmount: 50n * oneWeth })
  const expected = choiceIn(await quoteOf(request))
  const routes = [...expected.candidates, ...expected.refused].map((one) =>
    'legs' in one ? one.legs[0]!.route : one.route,
  )
  const unique = [...new Set(routes)]
  const orders = fc.shuffledSubarray(unique, { minLength: unique.length })
  const shuffles = fc.shuffledSubarray([...leaves], { minLength: leaves.length })
  await fc.assert(
    fc.asyncProperty(shuffles, orders, async (shuffled, venues) => {
      const context = localContext({ local, chain })
      // The root is not the chain's: its owner sets it for the length of the quote.
      const build = { ...context.build, tree: buildLeafTree(shuffled) }
      const market = marketOf({
        leaves: build.tree.leaves,
        owner: { vault: build.vault, manager: build.manager },
        knownFacts: build.knownFacts,
        chainId: 31337,
      })
      expect(market.pairs).toHaveLength(marketOfTrader().pairs.length)
      const quote = await swaps.withTree(build.tree, (other) =>
        quoteSwap(other, { ...request, venues }),
      )
      expect(choiceIn(quote)).toEqual(expected)
    }),
    { numRuns: runsOf(0.02) },
  )
})

/** The choice of a quote: proofs of another tree are other calldata, whose gas differs. */
function choiceIn({ best, candidates, refused, bound }: SwapQuote) {
  const shown = candidates.map(({ gasUsed: _, netOfGas: __, ...rest }) => rest)
  return { best, bound, candidates: shown, refused }
}

function marketOfTrader() {
  const { build } = localContext({ local, chain })
  return marketOf({
    leaves: build.tree.leaves,
    owner: { vault: build.vault, manager: build.manager },
    knownFacts: build.knownFacts,
    chainId: 31337,
  })
}

test('law: one block, three round trips of views at most, and executions within the venues and six', async () => {
  for (const [venues, canSplit] of [
    [['uniswap_v3/swap'], false],
    [['uniswap_v3/swap', 'uniswap_v3/swap_02'], true],
    [null, true],
  ] as const) {
    for (const contracts of [new Map(), quoter()]) {
      const from = swaps.calls.length
      const quote = await quoteOf(pair({ venues, canSplit, sellAmount: 50n * oneWeth }), {
        contracts,
      })
      const swapCalls = swaps.calls.slice(from)
      const executed = swapCalls.flat().filter(({ method }) => method === 'eth_simulateV1').length
      const alone = quote.candidates.filter(({ legs }) => legs.length === 1)
      // Without a quoter each of the four tiers is sold to in steps: once, and once more beside its share.
      const steps = contracts.size === 0 ? 4 : 0
      expect(executed).toBeLessThanOrEqual(alone.length + quote.refused.length + 6 + steps)
      expect(
        swapCalls.filter((batch) => batch.some(({ method }) => method === 'eth_getBlockByNumber')),
      ).toHaveLength(1)
      const blocks = new Set(
        swapCalls
          .flat()
          .flatMap(({ params }) => params.filter(isPinned).map((tag) => JSON.stringify(tag))),
      )
      expect(blocks.size).toBeLessThanOrEqual(2)
    }
  }
})

test('law: round trips do not grow with the number of venues', async () => {
  const tripsOf = async (venues: readonly string[] | null, more: Partial<SwapRequest> = {}) => {
    const from = swaps.calls.length
    const quote = await quoteOf(pair({ venues, ...more }), { contracts: quoter() })
    const reads = swaps.calls
      .slice(from)
      .filter((batch) => batch.some(({ method }) => method === 'eth_call'))
    return { venues: quote.candidates.length, trips: reads.length }
  }
  await tripsOf(null)
  const [few, many] = [await tripsOf(['uniswap_v3/swap']), await tripsOf(null)]
  expect(many.venues).toBe(2 * few.venues)
  expect(many.trips).toBe(few.trips)
  // One for the block's facts, two for views; the rest is what building reads.
  expect(many.trips).toBeLessThanOrEqual(6)
  // What accounts say of their tokens, then what they would buy.
  const lacking = await tripsOf(null, { withRefused: true })
  expect(lacking.trips - many.trips).toBeLessThanOrEqual(2)
})

test('law: a quote waits for six round trips at most, whatever is asked of it', async () => {
  const trips = openRoundTrips()
  const chain = await openChain(trips.rpcOf(local.anvil.rpc), { id: 31337 })
  const contracts = quoter()
  const quotes: Readonly<Record<string, SwapRequest>> = {
    'one venue': pair(),
    'all venues': pair({ venues: null }),
    'all venues, and those that the tree lacks': pair({ venues: null, withRefused: true }),
    'a split': pair({ venues: null, sellAmount: 50n * oneWeth, canSplit: true }),
    'two hops': localRequest(local, ['USDC', 'Savings WETH'], {
      sellAmount: 2_000n * usd,
      venues: null,
      maxHops: 2,
    }),
  }
  // Which node it is, and whether it has multicall, is found out once.
  await quoteSwap(localContext({ local, chain }, { contracts }), pair())
  const counts: Record<string, number> = {}
  for (const quoters of [contracts, new Map()]) {
    for (const [name, request] of Object.entries(quotes)) {
      trips.take()
      const more = { contracts: quoters, readReserved: async () => new Map() }
      await quoteSwap(localContext({ local, chain }, more), request)
      counts[`${name}${quoters.size === 0 ? ', no quoter' : ''}`] = trips.take().trips
    }
  }
  expect(counts).toMatchInlineSnapshot(`
    {
      "a split": 6,
      "a split, no quoter": 6,
      "all venues": 5,
      "all venues, and those that the tree lacks": 5,
      "all venues, and those that the tree lacks, no quoter": 5,
      "all venues, no quoter": 5,
      "one venue": 5,
      "one venue, no quoter": 5,
      "two hops": 6,
      "two hops, no quoter": 6,
    }
  `)
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeLessThanOrEqual(6)
})

function isPinned(tag: unknown): boolean {
  return typeof tag === 'object' && tag !== null && 'blockHash' in tag
}

test('golden: two hops sell the least of the first, and report what is left over', async () => {
  const request = localRequest(local, ['USDC', 'Savings WETH'], {
    sellAmount: 2_000n * usd,
    venues: null,
    maxHops: 2,
  })
  const quote = await quoteOf(request, { policy: null })
  const [first] = quote.candidates
  expect(first!.legs.map(({ route }) => route)).toEqual(['uniswap_v3/swap', 'erc_4626/deposit'])
  const [swap, deposit] = first!.legs
  expect(swap!.least).toBe(deposit!.sellAmount)
  expect(first!.leftover).toHaveLength(1)
  expect(first!.leftover[0]!.token).toBe(placeOf(local, 'WETH'))
  expect(first!.buyAmount).toBeGreaterThan(0n)
  expect(quote.fairReason).toMatch(/no policy/)
})

test('golden: a node without eth_simulateV1 is measured by a fork, with the same numbers', async () => {
  const { rpc } = local.anvil
  const poor = await openChain(
    {
      ...rpc,
      ask: async (asked) => {
        const answers = await rpc.ask(asked)
        return answers.map((answer, index) =>
          asked[index]!.method === 'eth_simulateV1'
            ? { ok: false, error: { code: -32601, message: 'method not found', data: null } }
            : answer,
        )
      },
    },
    { id: 31337 },
  )
  await expect(quoteSwap(localContext({ local, chain: poor }), pair())).rejects.toMatchObject({
    code: 'rpc_refused',
  })
  const forks = openForkPool({ upstreams: { 31337: local.anvil.url } })
  try {
    const forked = await quoteSwap(localContext({ local, chain: poor }, { forks }), pair())
    expect(withoutRoot(forked)).toEqual(withoutRoot(await quoteOf(pair())))
  } finally {
    await forks.close()
  }
})

test('golden: a token without decimals is sold by base units', async () => {
  const sellAmount = 100n * oneWeth
  const [, call] = venueCallsOf(local).oneInch('v5', 'NODEC', 'USDC', sellAmount)
  const quote = await quoteOf(
    localRequest(local, ['NODEC', 'USDC'], {
      sellAmount,
      venues: null,
      calldata: [{ route: 'one_inch/swap_v5', data: minimumIn(call!.data, 99n * usd) }],
    }),
    { policy: null },
  )
  expect(quote.sellToken.decimals).toBeNull()
  expect(quote.candidates).toMatchObject([{ buyAmount: 100n * usd, refusal: null }])
})
