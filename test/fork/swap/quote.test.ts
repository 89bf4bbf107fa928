import { printHex } from '@vaultwright/base'
import {
  type Chain,
  type LocalChain,
  openChain,
  openForkPool,
  openRecorder,
  openRecording,
  type RpcCall,
} from '@vaultwright/chain'
import { buildLeafTree, digestOf, isPadding } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { quoteSwap, type SwapContext } from '@vaultwright/operations'
import { marketOf, recomputeQuote, type SwapQuote, type SwapWish } from '@vaultwright/swap'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { runsOf } from '../../support/runs.ts'
import { localContext, localPolicy, localWish } from '../../support/swap/quote-context.ts'
import { venueCallsOf } from '../../support/swap/venue-call.ts'

const oneWeth = 10n ** 18n
const usd = 10n ** 6n
const { tree } = localTree('local-eth-trader')
const leaves = tree.leaves.filter((leaf) => !isPadding(leaf))

let local: LocalChain
let chain: Chain
let calls: RpcCall[][]

beforeAll(async () => {
  local = await startLocalChain()
  const { rpc } = local.anvil
  calls = []
  chain = await openChain(
    {
      ...rpc,
      ask: (asked) => {
        calls.push([...asked])
        return rpc.ask(asked)
      },
    },
    { id: 31337 },
  )
}, 60_000)
afterAll(() => local?.anvil.close())

const quoteOf = (wish: SwapWish, more: Partial<SwapContext> = {}) =>
  quoteSwap(localContext({ local, chain }, more), wish)
const pair = (more: Partial<SwapWish> = {}) => localWish(local, ['WETH', 'USDC'], more)
const quoter = () => new Map([['uniswap_v3/quoter_v2', placeOf(local, 'Uniswap quoter')]])

/** What a quote says, whatever its slots and the root. */
function withoutRoot({ root: _, receipt: __, ...rest }: SwapQuote) {
  return JSON.parse(
    JSON.stringify(rest, (_key, one) => (typeof one === 'bigint' ? String(one) : one)),
  )
}

test('golden: 1 WETH on three tiers and by the executor, best first, and the old tier out of bound', async () => {
  const [, call] = venueCallsOf(local).oneInch('v5', 'WETH', 'USDC', oneWeth)
  const quote = await quoteOf(
    pair({
      venues: ['uniswap_v3/swap', 'one_inch/swap_v5'],
      calldata: [{ route: 'one_inch/swap_v5', data: leastIn(call!.data, 1_994n * usd) }],
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
function leastIn(data: `0x${string}`, least: bigint): `0x${string}` {
  const from = 10 + 64 * 6
  const word = least.toString(16).padStart(64, '0')
  return `${data.slice(0, from)}${word}${data.slice(from + 64)}` as `0x${string}`
}

test('law: the receipt gives the same numbers again, from a recording of the block as well', async () => {
  for (const wish of [pair(), pair({ sellAmount: 50n * oneWeth, canSplit: true })]) {
    const recorder = openRecorder(local.anvil.rpc)
    const recorded = await openChain(recorder.rpc, { id: 31337 })
    const quote = await quoteSwap(localContext({ local, chain: recorded }), wish)
    expect(recomputeQuote(JSON.parse(JSON.stringify(quote.receipt)))).toEqual(quote.receipt.result)
    const replayed = await openChain(openRecording(recorder.print()), { id: 31337 })
    const again = await quoteSwap(localContext({ local, chain: replayed }), wish)
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
      for (const { legs, least } of quote.candidates) {
        expect(legs.reduce((sum, leg) => sum + leg.sellAmount, 0n)).toBe(sellAmount)
        expect(legs.reduce((sum, leg) => sum + leg.shareBps, 0n)).toBe(10_000n)
        expect(legs.length).toBeLessThanOrEqual(4)
        if (least === null) continue
        expect(least).toBeGreaterThanOrEqual(quote.bound!.least)
        expect(legs.reduce((sum, leg) => sum + leg.least!, 0n)).toBe(least)
      }
    }),
    { numRuns: runsOf(0.03) },
  )
})

test('law: shuffled leaves and venues change nothing but the root', async () => {
  const wish = pair({ venues: null, canSplit: true, sellAmount: 50n * oneWeth })
  const expected = choiceIn(await quoteOf(wish))
  const shuffles = fc.shuffledSubarray([...leaves], { minLength: leaves.length })
  await fc.assert(
    fc.asyncProperty(shuffles, async (shuffled) => {
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
      const quote = await withRoot(build.tree, () => quoteSwap({ ...context, build }, wish))
      expect(choiceIn(quote)).toEqual(expected)
    }),
    { numRuns: runsOf(0.02) },
  )
})

/** What a quote chooses: proofs of another tree are other calldata, whose gas differs. */
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

/** Makes another tree the trader's for a while. */
async function withRoot<Value>(other: typeof tree, work: () => Promise<Value>): Promise<Value> {
  const ask = async (method: string, ...params: unknown[]) => {
    const [answer] = await local.anvil.rpc.ask([{ method, params }])
    if (!answer?.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  const snapshot = await ask('evm_snapshot')
  try {
    const abi = parseAbi(['function setManageRoot(address strategist, bytes32 root)'])
    const args = [placeOf(local, 'trader'), printHex(rootOf(other.tree))] as const
    const from = placeOf(local, 'owner')
    await ask('anvil_impersonateAccount', from)
    await ask('eth_sendTransaction', {
      from,
      to: placeOf(local, 'Local ETH: manager'),
      data: encodeFunctionData({ abi, args }),
      gas: '0x100000',
    })
    await ask('evm_mine')
    return await work()
  } finally {
    await ask('evm_revert', snapshot)
  }
}

test('law: without its leaf a venue is what the tree lacks, with exactly that leaf it is a candidate', async () => {
  const context = localContext({ local, chain }, { contracts: quoter() })
  const wish = pair({ withRefused: true, venues: ['uniswap_v3/swap'] })
  const { pairs } = marketOfTrader()
  const venue = pairs
    .find(
      ({ sellToken, buyToken }) =>
        sellToken.address === wish.sellToken && buyToken.address === wish.buyToken,
    )!
    .venues.find(({ route }) => route === 'uniswap_v3/swap')!
  const { slot } = venue.leaves[0]!
  const without = buildLeafTree(tree.leaves.filter((_, index) => index !== slot))
  const lacking = await withRoot(without, () =>
    quoteSwap({ ...context, build: { ...context.build, tree: without } }, wish),
  )
  expect(lacking.candidates).toEqual([])
  const [first] = lacking.unpermitted.filter(({ route }) => route === 'uniswap_v3/swap')
  expect(first).toMatchObject({
    method: 'view',
    params: { fee: '100' },
    buyAmount: 1_999_400_159n,
    permittingLeaf: { digest: printHex(digestOf(tree.leaves[slot]!)) },
  })
  const withAgain = buildLeafTree([
    ...without.leaves.filter((leaf) => !isPadding(leaf)),
    tree.leaves[slot]!,
  ])
  const permitted = await withRoot(withAgain, () =>
    quoteSwap({ ...context, build: { ...context.build, tree: withAgain } }, wish),
  )
  expect(permitted.candidates[0]).toMatchObject({ buyAmount: 1_999_400_159n, refusal: null })
})

test('law: one block, three round trips of views at most, and executions within the venues and six', async () => {
  for (const [venues, canSplit] of [
    [['uniswap_v3/swap'], false],
    [['uniswap_v3/swap', 'uniswap_v3/swap_02'], true],
    [null, true],
  ] as const) {
    for (const contracts of [new Map(), quoter()]) {
      const from = calls.length
      const quote = await quoteOf(pair({ venues, canSplit, sellAmount: 50n * oneWeth }), {
        contracts,
      })
      const asked = calls.slice(from)
      const executed = asked.flat().filter(({ method }) => method === 'eth_simulateV1').length
      const tried = quote.candidates.length + quote.refused.length
      expect(executed).toBeLessThanOrEqual(tried + 6)
      expect(
        asked.filter((batch) => batch.some(({ method }) => method === 'eth_getBlockByNumber')),
      ).toHaveLength(1)
      const blocks = new Set(
        asked
          .flat()
          .flatMap(({ params }) => params.filter(isPinned).map((tag) => JSON.stringify(tag))),
      )
      expect(blocks.size).toBeLessThanOrEqual(2)
    }
  }
})

test('law: round trips do not grow with the number of venues', async () => {
  const tripsOf = async (venues: readonly string[] | null) => {
    const from = calls.length
    const quote = await quoteOf(pair({ venues }), { contracts: quoter() })
    const reads = calls
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
})

function isPinned(tag: unknown): boolean {
  return typeof tag === 'object' && tag !== null && 'blockHash' in tag
}

test('golden: two hops sell the least of the first, and report what is left over', async () => {
  const wish = localWish(local, ['USDC', 'Savings WETH'], {
    sellAmount: 2_000n * usd,
    venues: null,
    maxHops: 2,
  })
  const quote = await quoteOf(wish, { policy: null })
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

test.each([
  ['FEE', 'USDC'],
  ['SKIM', 'USDC'],
  ['HUSH', 'USDC'],
  ['LIE', 'USDC'],
  ['USDC', 'FEE'],
  ['USDC', 'SKIM'],
])(
  'refuses: %s for %s, whose balances and logs do not agree or whose least is not kept',
  async (sell, buy) => {
    const sellAmount = sell === 'USDC' ? 100n * usd : 100n * oneWeth
    const [, call] = venueCallsOf(local).oneInch('v5', sell, buy, sellAmount)
    const quote = await quoteOf(
      localWish(local, [sell, buy], {
        sellAmount,
        venues: null,
        calldata: [{ route: 'one_inch/swap_v5', data: leastIn(call!.data, 1n) }],
      }),
      { policy: null },
    )
    const codes = [...quote.refused, ...quote.candidates.flatMap(({ refusal }) => refusal ?? [])]
    expect([quote.best, codes.map(({ code }) => code)]).toEqual([null, ['token_moves_otherwise']])
  },
)

test('golden: a token without decimals is sold by base units', async () => {
  const sellAmount = 100n * oneWeth
  const [, call] = venueCallsOf(local).oneInch('v5', 'NODEC', 'USDC', sellAmount)
  const quote = await quoteOf(
    localWish(local, ['NODEC', 'USDC'], {
      sellAmount,
      venues: null,
      calldata: [{ route: 'one_inch/swap_v5', data: leastIn(call!.data, 99n * usd) }],
    }),
    { policy: null },
  )
  expect(quote.sellToken.decimals).toBeNull()
  expect(quote.candidates).toMatchObject([{ buyAmount: 100n * usd, refusal: null }])
})

test('refuses: what the vault does not have, what orders need, and what the reserve keeps', async () => {
  const weth = placeOf(local, 'WETH')
  const quote = await quoteOf(pair({ sellAmount: null, canSplit: false }))
  const all = quote.sellAmount
  await expect(quoteOf(pair({ sellAmount: all + 1n }))).rejects.toMatchObject({
    code: 'insufficient_balance',
  })
  const reserved = new Map([[weth, all - oneWeth + 1n]])
  await expect(quoteOf(pair(), { reserved })).rejects.toMatchObject({
    code: 'insufficient_balance',
    facts: { reserved_by_orders: String(all - oneWeth + 1n) },
  })
  const policy = localPolicy(local, { reserves: new Map([[weth, all - oneWeth + 1n]]) })
  await expect(quoteOf(pair(), { policy })).rejects.toMatchObject({ code: 'amount_above_policy' })
})

test('refuses: a pair that the tree does not swap', async () => {
  await expect(quoteOf(localWish(local, ['HUSH', 'WETH'], { venues: null }))).rejects.toMatchObject(
    {
      code: 'no_permitted_venue',
    },
  )
})

test('refuses: more impact than the policy allows', async () => {
  const policy = localPolicy(local, { maxImpactBps: 50n, maxLossBps: 5_000n })
  const quote = await quoteOf(pair({ sellAmount: 50n * oneWeth }), { policy, contracts: quoter() })
  const [first, ...others] = quote.candidates
  expect([first, ...others].map((one) => one!.refusal?.code)).toContain('impact_too_high')
})

test('refuses: prices that are stale or lie apart leave no bound', async () => {
  const feed = (name: string, maxAgeSeconds: number) =>
    ({
      kind: 'feed',
      asset: placeOf(local, 'WETH'),
      feed: placeOf(local, name),
      maxAgeSeconds,
      confidence: null,
    }) as const
  const [, usdc] = localPolicy(local).prices
  const stale = await quoteOf(pair(), {
    policy: localPolicy(local, { prices: [feed('WETH/USD feed', 0), usdc!] }),
  })
  const missing = await quoteOf(pair(), { policy: localPolicy(local, { prices: [usdc!] }) })
  expect([stale.fair, stale.bound, missing.bound]).toEqual([null, null, null])
  expect(missing.fairReason).toMatch(/No source has a price/)
})
