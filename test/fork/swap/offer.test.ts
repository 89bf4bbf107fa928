import {
  type Aggregator,
  type OfferedCalldata,
  type OfferRequest,
  openKyber,
  openLifi,
  openOneInch,
  openZeroX,
} from '@vaultwright/aggregator'
import type { Address, Hex } from '@vaultwright/base'
import { appendDroneTarget, matchCall } from '@vaultwright/manager'
import { buildMarket, quoteSwap } from '@vaultwright/operations'
import { ruleBook } from '@vaultwright/protocols'
import {
  checkOffer,
  executionRefusalOf,
  type OfferTerms,
  slippageReaching,
  strictOfferPolicy,
} from '@vaultwright/swap'
import fc from 'fast-check'
import { decodeAbiParameters, encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import {
  type FakeAggregator,
  type OfferLie,
  startOneInch,
} from '../../support/swap/aggregator-server.ts'
import { expectExecuted } from '../../support/swap/executed-market.ts'
import { localRequest } from '../../support/swap/quote-context.ts'
import { openServiceRouters, type ServiceRouters } from '../../support/swap/service-router.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'

const sellAmount = 10n ** 18n
/** The price that the executor pays for it. */
const paid = 2_000_000_000n
/** The worth of it, less 50 basis points. */
const bound = 1_990_000_000n
const signal = new AbortController().signal

let swaps: SwapChain
let services: ServiceRouters
let terms: Record<Name, OfferTerms>
let request: OfferRequest
let servers: Record<Name, FakeAggregator>
const aggregators: Partial<Record<Name, Aggregator>> = {}
const openers = { '1inch': openOneInch, '0x': openZeroX, kyber: openKyber, lifi: openLifi } as const
const names = ['1inch', '0x', 'kyber', 'lifi'] as const
type Name = (typeof names)[number]

beforeAll(async () => {
  swaps = await openSwapChain()
  services = await openServiceRouters(swaps)
  const [vault, weth, usdc] = ['Local ETH', 'WETH', 'USDC'].map(swaps.place) as [
    Address,
    Address,
    Address,
  ]
  const routers = { '1inch': swaps.place('1inch router v6'), ...services.routers }
  const oneInch = await startOneInch({
    router: routers['1inch'],
    executor: swaps.place('Swap executor'),
    priceOf: (amount: bigint) => (amount * paid) / sellAmount,
    version: 'v6',
  })
  servers = { '1inch': oneInch, ...services.servers }
  for (const name of names) {
    const budget = { perMinute: 100_000, atOnce: 100 }
    const { url } = servers[name]
    aggregators[name] = openers[name]({ fetch, url, key: 'hush', nowMs: Date.now, budget })
  }
  request = {
    chainId: 31337,
    sellToken: weth,
    buyToken: usdc,
    sellAmount,
    taker: vault,
    receiver: vault,
    slippageBps: 30n,
  }
  const termsOf = (route: string, target: Address): OfferTerms => ({
    route,
    sellToken: weth,
    buyToken: usdc,
    sellAmount,
    target,
    receiver: vault,
    refusalOfLeaf: (data) => {
      const match = matchCall({ target, data, value: 0n }, { tree: services.tree, rules: ruleBook })
      if (match.kind !== 'none') return null
      return { code: 'calldata_not_permitted', message: match.refusal.message }
    },
    policy: strictOfferPolicy,
  })
  terms = {
    '1inch': termsOf('one_inch/swap_v6', routers['1inch']),
    '0x': termsOf('zero_x/swap', routers['0x']),
    kyber: termsOf('kyber_swap/swap', routers.kyber),
    lifi: termsOf('lifi/swap', routers.lifi),
  }
})
beforeEach(() => {
  for (const name of names) servers[name].lie({})
})
afterAll(async () => {
  await servers?.['1inch'].close()
  await services?.close()
  await swaps?.local.anvil.close()
})

type Executed = { readonly sold: bigint; readonly bought: bigint } | null

/** Runs approval and swap from the vault at the newest block; null where it reverts. */
async function execute(name: Name, data: Hex): Promise<Executed> {
  const { sellToken, buyToken, taker } = request
  const { target } = terms[name]
  const call = (to: Address, input: Hex) => ({ from: taker, to, data: input })
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [target, sellAmount],
  })
  const balance = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [taker] })
  const balances = [call(sellToken, balance), call(buyToken, balance)]
  const calls = [call(sellToken, approve), ...balances, call(target, data), ...balances]
  const params = [{ blockStateCalls: [{ calls }] }, 'latest']
  const [answer] = await swaps.local.anvil.rpc.ask([{ method: 'eth_simulateV1', params }])
  if (answer?.ok !== true) throw new Error(JSON.stringify(answer))
  const [block] = answer.value as [{ calls: { returnData: Hex; status: Hex }[] }]
  if (block.calls[3]!.status !== '0x1') return null
  const [soldBefore, boughtBefore, , soldAfter, boughtAfter] = block.calls
    .slice(1)
    .map(({ returnData }) =>
      returnData.length === 66 ? decodeAbiParameters([{ type: 'uint256' }], returnData)[0] : 0n,
    ) as [bigint, bigint, bigint, bigint, bigint]
  return { sold: soldBefore - soldAfter, bought: boughtAfter - boughtBefore }
}

/** The result of an offer: the first reason against it, or its execution. */
async function judge(name: Name, built: OfferedCalldata): Promise<string | bigint> {
  const verdict = checkOffer(built, terms[name])
  if (!verdict.isAccepted) return verdict.refusals[0].code
  const executed = await execute(name, built.data)
  if (executed === null) return 'venue_reverted'
  const { offered } = built
  const refusal = executionRefusalOf(verdict.fields, { executed: executed.bought, offered, bound })
  return refusal?.code ?? executed.bought
}

const buildOf = (name: Name) => aggregators[name]!.build!(request, signal)

test.each(names)('golden: an honest offer of %s executes what it offers', async (name) => {
  const built = await buildOf(name)
  expect(built.offered).toBe(paid)
  expect(await judge(name, built)).toBe(paid)
  expect(await execute(name, built.data)).toEqual({ sold: sellAmount, bought: paid })
})

const unknownAccount: Address = '0x000000000000000000000000000000000000dEaD'
/** The same code of every service. Flags, fees and receivers of KyberSwap are the decoder's to refuse, before ours. */
const all = (code: string) => Object.fromEntries(names.map((name) => [name, code]))
const lies: readonly (readonly [string, OfferLie, Partial<Record<Name, string>>])[] = [
  ['another router', { to: unknownAccount }, all('calldata_not_permitted')],
  ['another receiver', { receiver: unknownAccount }, all('recipient_not_vault')],
  ['more to sell', { amount: sellAmount * 2n }, all('amount_mismatch')],
  ['less to sell', { amount: sellAmount / 2n }, all('amount_mismatch')],
  ['ether', { value: 1n }, all('calldata_refused')],
  ['another executor', { executor: unknownAccount }, all('calldata_not_permitted')],
  ['a partial fill', { flags: 1n }, { '1inch': 'flags_refused', kyber: 'calldata_not_permitted' }],
  ['Permit2', { flags: 4n }, { '1inch': 'flags_refused' }],
  ['a simple swap', { flags: 0x24n }, { kyber: 'calldata_not_permitted' }],
  [
    'an unknown flag',
    { flags: 1n << 90n },
    { '1inch': 'flags_refused', kyber: 'calldata_not_permitted' },
  ],
  ['another call of the settler', { flags: 1n }, { '0x': 'calldata_refused' }],
  ['sold tokens for others', { from: unknownAccount }, { kyber: 'calldata_refused' }],
  ['a fee', { referral: 1 }, { kyber: 'calldata_not_permitted' }],
  ['another function', { selector: '0x12aa3caf' }, all('calldata_refused')],
  ['a drone', { suffix: appendDroneTarget('0x', unknownAccount) }, all('calldata_refused')],
  ['a least of 1', { least: 1n }, all('least_below_bound')],
  ['a least of nothing', { least: 0n }, all('least_below_bound')],
  ['a least that cannot be kept', { least: paid + 1n }, all('venue_reverted')],
]

test.each(
  lies.flatMap(([what, lie, codes]) =>
    names.flatMap((name) =>
      codes[name] === undefined ? [] : [[name, what, lie, codes[name]] as const],
    ),
  ),
)('refuses: %s with %s', async (name, _, lie, code) => {
  servers[name].lie(lie)
  expect(await judge(name, await buildOf(name))).toBe(code)
})

test.each(names)(
  'behavior: a price of %s that the execution does not keep is ranked by what was executed',
  async (name) => {
    servers[name].lie({ offered: 2_100_000_000n })
    const built = await buildOf(name)
    expect(built.offered).toBe(2_100_000_000n)
    expect(await judge(name, built)).toBe(paid)
  },
)

const silent: readonly (readonly [NonNullable<OfferLie['answer']>, string])[] = [
  ['huge', 'aggregator_answer_invalid'],
  ['redirect', 'aggregator_unavailable'],
  ['html', 'aggregator_answer_invalid'],
  ['half', 'aggregator_answer_invalid'],
  ['limited', 'aggregator_unavailable'],
  ['ended', 'aggregator_ended'],
  ['version', 'aggregator_answer_invalid'],
]

test.each(names)(
  'refuses: answers of %s that hold no offer; the quote names why, and no key',
  async (name) => {
    const { route } = terms[name]
    const quoted = { venues: [route], slippageBps: 30n }
    await swaps.withTree(services.tree, async (context) => {
      const wish = localRequest(swaps.local, ['WETH', 'USDC'], quoted)
      for (const [answer, code] of silent) {
        servers[name].lie({ answer })
        const opened = openers[name]({
          fetch,
          url: servers[name].url,
          key: 'hush',
          nowMs: Date.now,
        })
        const quote = await quoteSwap({ ...context, aggregators: [opened] }, wish)
        expect(
          [quote.best, quote.candidates, quote.refused.map((one) => one.code)],
          answer,
        ).toEqual([null, [], [code]])
        expect(JSON.stringify(quote, (_, value) => String(value))).not.toContain('hush')
      }
      servers[name].lie({})
      const quote = await quoteSwap({ ...context, aggregators: [aggregators[name]!] }, wish)
      expect(quote.candidates, name).toMatchObject([
        {
          id: quote.best,
          method: 'executed',
          buyAmount: paid,
          offeredAmount: paid,
          least: 1_994_000_000n,
        },
      ])
      const of = { kind: 'wish', wish } as const
      const order = { of, minBuyAmount: null, acceptsUnbounded: false }
      const ready = { ...context, aggregators: [aggregators[name]!] }
      await expectExecuted(swaps, await buildMarket(ready, order), services.tree)
    })
  },
)

test.each(names)(
  'law: %s keeps to the bound when it is asked again with the slippage that reaches it',
  async (name) => {
    const wide = await aggregators[name]!.build!({ ...request, slippageBps: 200n }, signal)
    expect(await judge(name, wide)).toBe('least_below_bound')
    const slippageBps = slippageReaching(bound, wide.offered)!
    const narrow = await aggregators[name]!.build!({ ...request, slippageBps }, signal)
    expect(await judge(name, narrow)).toBe(paid)
    expect(slippageReaching(paid + 1n, wide.offered)).toBeNull()
  },
)

test.each(names)(
  'law: whichever word of the calldata of %s changes, it is refused, or the vault gets at least its least and the bound',
  async (name) => {
    const { data, ...built } = await buildOf(name)
    const words = Math.floor((data.length - 10) / 64)
    const accounts = [
      request.sellToken,
      request.buyToken,
      request.taker,
      unknownAccount,
      terms[name].target,
    ]
    const word = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.bigInt({ min: 0n, max: 2n ** 32n }),
      fc.constantFrom(...accounts.map(BigInt), 0n, 1n, sellAmount, bound, bound - 1n),
    )
    const counts = { refused: 0, executed: 0 }
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: words - 1 }), word, async (index, changed) => {
        const start = 10 + 64 * index
        const digits = changed.toString(16).padStart(64, '0')
        const next = `${data.slice(0, start)}${digits}${data.slice(start + 64)}` as Hex
        const verdict = checkOffer({ ...built, data: next }, terms[name])
        if (!verdict.isAccepted) {
          counts.refused += 1
          return
        }
        const executed = await execute(name, next)
        if (executed === null) {
          counts.refused += 1
          return
        }
        expect(executed.sold).toBe(sellAmount)
        expect(executed.bought).toBeGreaterThanOrEqual(verdict.fields.least)
        const outcome = { executed: executed.bought, offered: built.offered, bound }
        if (executionRefusalOf(verdict.fields, outcome) === null) {
          expect(executed.bought).toBeGreaterThanOrEqual(bound)
          counts.executed += 1
        } else counts.refused += 1
      }),
      { numRuns: runsOf(3) },
    )
    expect(counts.refused).toBeGreaterThan(counts.executed)
  },
  300_000,
)
