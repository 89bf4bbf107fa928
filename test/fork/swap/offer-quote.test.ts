import { openOneInch } from '@vaultwright/aggregator'
import type { Address } from '@vaultwright/base'
import { type Chain, type LocalChain, openChain } from '@vaultwright/chain'
import { quoteSwap } from '@vaultwright/operations'
import { emptyFacts } from '@vaultwright/protocols'
import type { SwapPolicy, SwapQuote, SwapRequest } from '@vaultwright/swap'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { localTree, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import {
  type FakeAggregator,
  type OfferLie,
  startOneInch,
} from '../../support/swap/aggregator-server.ts'

const oneWeth = 10n ** 18n
const budget = { perMinute: 1_000 }
const paid = 2_000_000_000n

let local: LocalChain
let chain: Chain
let server: FakeAggregator
let weth: Address
let usdc: Address

beforeAll(async () => {
  local = await startLocalChain()
  chain = await openChain(local.anvil.rpc, { id: 31337 })
  ;[weth, usdc] = [placeOf(local, 'WETH'), placeOf(local, 'USDC')]
  server = await startOneInch({
    router: placeOf(local, '1inch router v6'),
    executor: placeOf(local, 'Swap executor'),
    priceOf: (amount) => (amount * paid) / oneWeth,
    version: 'v6',
  })
})
beforeEach(() => server.lie({}))
afterAll(async () => {
  await server?.close()
  await local?.anvil.close()
})

async function quoteOf(slippageBps: bigint) {
  const block = await chain.readBlock('latest')
  const oracle = placeOf(local, 'Price oracle')
  const policy: SwapPolicy = {
    maxLossBps: 50n,
    maxSlippageBps: 500n,
    maxImpactBps: 1_000n,
    quoteTtlSeconds: 60,
    requoteToleranceBps: 10n,
    maxOrderSeconds: 86_400,
    reserves: new Map(),
    prices: [weth, usdc].map((asset) => ({
      kind: 'oracle',
      oracle,
      asset,
      per: 'usd',
      confidence: null,
    })),
    deviationBps: 100n,
  }
  const request: SwapRequest = {
    sellToken: weth,
    buyToken: usdc,
    sellAmount: oneWeth,
    slippageBps,
    venues: ['one_inch/swap_v6'],
    calldata: [],
    canSplit: false,
    maxHops: 1,
    withRefused: false,
  }
  return await quoteSwap(
    {
      chain,
      forks: null,
      build: {
        tree: localTree('local-eth-trader').tree,
        vault: placeOf(local, 'Local ETH'),
        manager: placeOf(local, 'Local ETH: manager'),
        chainId: 31337,
        knownFacts: emptyFacts,
        reads: null,
        managerTree: null,
        now: block.timestamp,
      },
      strategist: placeOf(local, 'trader'),
      policy,
      aggregators: [openOneInch({ fetch, url: server.url, key: 'hush', nowMs: Date.now, budget })],
      readReserved: null,
      contracts: new Map(),
      block: 'latest',
      signal: new AbortController().signal,
    },
    request,
  )
}

test('golden: a quote asks the third party, executes its calldata and takes it as the best', async () => {
  const quote = await quoteOf(30n)
  expect(quote.best).toBe('c1')
  expect(quote.candidates).toMatchObject([
    { method: 'executed', buyAmount: paid, offeredAmount: paid, least: 1_994_000_000n },
  ])
})

test('law: a least below the bound is asked again once, and the bound is kept', async () => {
  const from = server.requests.length
  const quote = await quoteOf(200n)
  expect(
    server.requests.slice(from).map(({ path }) => /slippage=([\d.]+)/.exec(path)?.[1]),
  ).toEqual(['2', '0.5'])
  expect(
    server.requests.slice(from).map(({ path }) => /minReturn=(\d+)/.exec(path)?.[1] ?? null),
  ).toEqual([null, String(quote.bound!.least)])
  expect(quote.candidates[0]!.least).toBeGreaterThanOrEqual(quote.bound!.least)
  const stubborn = server.requests.length
  server.lie({ least: 1n })
  expect(codesOf(await quoteOf(200n))).toEqual(['least_below_bound'])
  expect(server.requests.length - stubborn).toBe(2)
})

test('behavior: a price that the execution does not keep counts as what was executed', async () => {
  server.lie({ offered: 2_100_000_000n })
  expect((await quoteOf(30n)).candidates).toMatchObject([
    { buyAmount: paid, offeredAmount: 2_100_000_000n },
  ])
})

const unknownAccount: Address = '0x000000000000000000000000000000000000dEaD'
const lies: readonly (readonly [string, OfferLie])[] = [
  ['calldata_not_permitted', { to: unknownAccount }],
  ['recipient_not_vault', { receiver: unknownAccount }],
  ['amount_mismatch', { amount: 2n * oneWeth }],
  ['calldata_refused', { value: 1n }],
  ['calldata_refused', { selector: '0x12aa3caf' }],
  ['flags_refused', { flags: 1n }],
  ['aggregator_unavailable', { answer: 'limited' }],
  ['aggregator_ended', { answer: 'ended' }],
  ['aggregator_answer_invalid', { answer: 'version' }],
  ['aggregator_answer_invalid', { answer: 'html' }],
  ['aggregator_refused', { answer: 'refused' }],
]

test.each(lies)('refuses: %s, and the quote lists it', async (code, lie) => {
  server.lie(lie)
  const quote = await quoteOf(30n)
  expect(quote.best).toBeNull()
  expect(codesOf(quote)).toEqual([code])
  expect(JSON.stringify(quote, (_, value) => String(value))).not.toContain('hush')
})

/** Codes of what cannot be used, measured or not. */
function codesOf({ refused, candidates }: SwapQuote): readonly string[] {
  return [...refused, ...candidates.flatMap(({ refusal }) => refusal ?? [])].map(({ code }) => code)
}
