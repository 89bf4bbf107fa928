import {
  type Aggregator,
  AggregatorAnswerError,
  type OfferedCalldata,
  type OfferRequest,
} from '@vaultwright/aggregator'
import { type Address, type Hex, printHex } from '@vaultwright/base'
import { buildLeafTree, digestOf, isPadding, type LeafTree } from '@vaultwright/manager'
import { buildMarket, quoteSwap } from '@vaultwright/operations'
import type { KnownFacts } from '@vaultwright/protocols'
import { marketOf, type PairVenue, type SwapPair, type SwapRequest } from '@vaultwright/swap'
import { decodeFunctionResult, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import { expectExecuted } from '../../support/swap/executed-market.ts'
import { localRequest } from '../../support/swap/quote-context.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'
import { venueCallsOf } from '../../support/swap/venue-call.ts'

const { tree } = localTree('local-eth-trader')
const odd = ['FEE', 'SKIM', 'HUSH', 'LIE']

let swaps: SwapChain
let makers: readonly Aggregator[]

beforeAll(async () => {
  swaps = await openSwapChain()
  const transfer = { abi: erc20Abi, functionName: 'transfer' } as const
  const args = [swaps.place('Local ETH'), 10n ** 21n] as const
  const pool = swaps.place('Curve USDC/DAI')
  await swaps.send(pool, swaps.place('DAI'), encodeFunctionData({ ...transfer, args }))
  makers = ['one_inch/swap_v5', 'one_inch/swap_v6', 'odos/swap'].map(makerOf)
})
afterAll(() => swaps?.local.anvil.close())

/** Every ready venue of the trader, with its pair. */
function readyVenues(): readonly (readonly [SwapPair, PairVenue])[] {
  const { build } = swaps.context()
  const market = marketOf({
    leaves: tree.leaves,
    owner: { vault: build.vault, manager: build.manager },
    knownFacts: { ...build.knownFacts, factOf: factsOf() },
    chainId: 31337,
    offeredRoutes: new Set(makers.flatMap(({ routes }) => routes)),
  })
  expect(market.unplaced).toEqual([])
  return market.pairs.flatMap((pair) =>
    pair.venues.flatMap((venue) => (venue.state === 'ready' ? [[pair, venue] as const] : [])),
  )
}

/** The answers that pools and vaults would give. */
function factsOf(): KnownFacts['factOf'] {
  const facts = new Map<string, Address | readonly Address[]>([
    [`${swaps.place('Curve USDC/DAI')}|coins(uint256)`, ['USDC', 'DAI'].map(swaps.place)],
    [`${swaps.place('Savings WETH')}|asset()`, swaps.place('WETH')],
    [`${swaps.place('wstETH')}|stETH()`, swaps.place('stETH')],
    [`${swaps.place('weETH')}|eETH()`, swaps.place('eETH')],
  ])
  return (account, call) => facts.get(`${account}|${call}`) ?? null
}

function nameOf(account: Address): string {
  const { contracts } = swaps.local.manifest
  return Object.entries(contracts).find(([, address]) => address === account)?.[0] ?? account
}

/** A third party that makes calldata of one route, honest. */
function makerOf(route: string): Aggregator {
  const build = async (request: OfferRequest): Promise<OfferedCalldata> => {
    const { sellToken, buyToken, sellAmount } = request
    const executor = swaps.place(route === 'odos/swap' ? 'Odos executor' : 'Swap executor')
    const abi = parseAbi(['function rates(address, address) view returns (uint256)'])
    const question = encodeFunctionData({ abi, args: [sellToken, buyToken] })
    const answer = (await swaps.ask('eth_call', { to: executor, data: question }, 'latest')) as Hex
    if (BigInt(answer) === 0n) throw new AggregatorAnswerError(route, 'it has no rate')
    const offered = (decodeFunctionResult({ abi, data: answer }) * sellAmount) / 10n ** 18n
    const names = [nameOf(sellToken), nameOf(buyToken)] as const
    const venues = venueCallsOf(swaps.local)
    const [, call] =
      route === 'odos/swap'
        ? venues.odos(sellAmount, names, offered)
        : venues.oneInch(route.endsWith('v5') ? 'v5' : 'v6', ...names, sellAmount)
    const data = withWord(call!.data, route === 'odos/swap' ? 5 : 6, (offered * 99n) / 100n)
    return { to: call!.target, data, value: 0n, offered, validUntilUnix: null, raw: '' }
  }
  return { name: route, routes: [route], quote: build, build }
}

function withWord(data: Hex, index: number, value: bigint): Hex {
  const from = 10 + 64 * index
  return `${data.slice(0, from)}${value.toString(16).padStart(64, '0')}${data.slice(from + 64)}` as Hex
}

async function wishFor(
  { sellToken, buyToken }: SwapPair,
  { route }: PairVenue,
): Promise<SwapRequest> {
  const balance = await swaps.held(sellToken.address)
  return localRequest(swaps.local, ['WETH', 'USDC'], {
    sellToken: sellToken.address,
    buyToken: buyToken.address,
    sellAmount: balance / 1_000n,
    venues: [route],
    withRefused: true,
  })
}

const settings = () => ({
  policy: null,
  aggregators: makers,
  contracts: new Map([
    ['uniswap_v3/quoter_v2', swaps.place('Uniswap quoter')],
    ['uniswap_v3/router', swaps.place('Uniswap router')],
  ]),
})

test('law: without its leaf a venue is what the tree lacks, with exactly that leaf it is a candidate, and executes as it was quoted', async () => {
  const venues = readyVenues()
  const permits: string[] = []
  for (const [pair, venue] of venues) {
    const label = `${nameOf(pair.sellToken.address)} for ${nameOf(pair.buyToken.address)} by ${venue.route}`
    const request = await wishFor(pair, venue)
    const { slot } = venue.leaves[0]!
    const without = buildLeafTree(tree.leaves.filter((_, index) => index !== slot))
    const digest = printHex(digestOf(tree.leaves[slot]!))
    const lacking = await swaps.withTree(
      without,
      (context) => quoteSwap(context, request),
      settings(),
    )
    expect(lacking.candidates, label).toEqual([])
    const [named] = lacking.unpermitted.filter(
      ({ permittingLeaf }) => permittingLeaf?.digest === digest,
    )
    expect(named, label).toMatchObject({ route: venue.route })
    const again = buildLeafTree([
      ...without.leaves.filter((leaf) => !isPadding(leaf)),
      tree.leaves[slot]!,
    ])
    await assertPermitted(again, { wish: request, label, expected: named!.buyAmount })
    permits.push(label)
  }
  expect(permits.length).toBeGreaterThan(25)
})

async function assertPermitted(
  again: LeafTree,
  { wish: request, label, expected }: { wish: SwapRequest; label: string; expected: bigint },
): Promise<void> {
  await swaps.withTree(
    again,
    async (context) => {
      const quote = await quoteSwap(context, request)
      expect(
        quote.unpermitted.map(({ route }) => route),
        label,
      ).not.toContain(request.venues![0])
      const [first] = quote.candidates
      if (odd.some((name) => label.split(' ').includes(name))) {
        expect(first?.refusal?.code, label).toBe('token_moves_otherwise')
        return
      }
      expect(first?.refusal ?? null, label).toBeNull()
      const missed = first!.buyAmount - expected
      expect(missed >= -2n && missed <= 2n, `${label}: ${first!.buyAmount} and ${expected}`).toBe(
        true,
      )
      const of = { kind: 'wish', wish: { ...request, withRefused: false } } as const
      const order = { of, minBuyAmount: 1n, acceptsUnbounded: true }
      await expectExecuted(swaps, await buildMarket(context, order), again)
    },
    settings(),
  )
}

/** The tree without the leaves of some slots, and what a quote then says that it lacks. */
async function lackingOf(
  isRemoved: (description: string) => boolean,
  { wish: request, aggregators = [] }: { wish: SwapRequest; aggregators?: readonly Aggregator[] },
) {
  const without = buildLeafTree(tree.leaves.filter(({ description }) => !isRemoved(description)))
  const quote = await swaps.withTree(without, (context) => quoteSwap(context, request), {
    ...settings(),
    aggregators,
  })
  return quote.unpermitted
}

test('refuses: a pair without a venue, with the leaf that would permit one', async () => {
  const description = 'Swap on Curve USDC/DAI'
  const without = buildLeafTree(tree.leaves.filter((leaf) => leaf.description !== description))
  const request = localRequest(swaps.local, ['USDC', 'DAI'], {
    venues: null,
    sellAmount: 10n ** 6n,
  })
  const leaf = tree.leaves.find((one) => one.description === description)!
  await expect(
    swaps.withTree(without, (context) => quoteSwap(context, request), settings()),
  ).rejects.toMatchObject({
    code: 'no_permitted_venue',
    facts: {
      route: 'curve/exchange',
      leafThatWouldPermit: { target: leaf.target, digest: printHex(digestOf(leaf)) },
    },
  })
})

test('law: where the approval alone lacks, it is the leaf that would permit', async () => {
  const request = localRequest(swaps.local, ['DAI', 'USDC'], { venues: null, withRefused: true })
  const description = 'Approve Curve USDC/DAI to spend DAI'
  const [curve] = await lackingOf((one) => one === description, { wish: request })
  const leaf = tree.leaves.find((one) => one.description === description)!
  expect(curve).toMatchObject({
    route: 'curve/exchange',
    permittingLeaf: { digest: printHex(digestOf(leaf)) },
  })
})

test('default: a third party whose calldata no decoder reads is listed without a leaf, and one that does not answer is not', async () => {
  const request = localRequest(swaps.local, ['WETH', 'USDC'], { venues: null, withRefused: true })
  const offer = { offered: 2_100_000_000n, validUntilUnix: null }
  const service: Aggregator = { name: 'lifi', routes: [], quote: async () => offer, build: null }
  const silent: Aggregator = {
    ...service,
    name: 'kyber',
    quote: async () => {
      throw new AggregatorAnswerError('kyber', 'it is not JSON')
    },
  }
  const lacking = await lackingOf(() => false, { wish: request, aggregators: [silent, service] })
  expect(lacking).toEqual([
    {
      route: 'lifi',
      params: {},
      buyAmount: offer.offered,
      method: 'offered',
      permittingLeaf: null,
    },
  ])
})

test('refuses: to name the leaf of a third party whose calldata would pay another account', async () => {
  const [maker] = makers
  const owner = BigInt(swaps.place('owner'))
  const liar: Aggregator = {
    ...maker!,
    build: async (request, signal) => {
      const call = await maker!.build!(request, signal)
      return { ...call, data: withWord(call.data, 4, owner) }
    },
  }
  const request = localRequest(swaps.local, ['WETH', 'USDC'], { venues: null, withRefused: true })
  const isRemoved = (one: string) => one === 'Swap WETH for USDC through 1inch router v5'
  const routesBy = async (aggregator: Aggregator) =>
    (await lackingOf(isRemoved, { wish: request, aggregators: [aggregator] })).map(
      ({ route }) => route,
    )
  expect(await routesBy(maker!)).toEqual(['one_inch/swap_v5'])
  expect(await routesBy(liar)).toEqual([])
})
