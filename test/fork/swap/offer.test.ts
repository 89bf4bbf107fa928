import {
  type Aggregator,
  type OfferedCalldata,
  type OfferRequest,
  openOneInch,
} from '@vaultwright/aggregator'
import type { Address, Hex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { appendDroneTarget, matchCall } from '@vaultwright/manager'
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
import { localTree, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { runsOf } from '../../support/runs.ts'
import {
  type FakeAggregator,
  type OfferLie,
  startOneInch,
} from '../../support/swap/aggregator-server.ts'

const sellAmount = 10n ** 18n
/** The price that each one's executor pays for it. */
const paid = { '1inch': 2_000_000_000n } as const
/** The worth of it, less 50 basis points. */
const bound = 1_990_000_000n
const signal = new AbortController().signal
const tree = localTree('local-eth-trader').tree

let local: LocalChain
let terms: Record<Name, OfferTerms>
let request: OfferRequest
const servers: Partial<Record<Name, FakeAggregator>> = {}
const aggregators: Partial<Record<Name, Aggregator>> = {}
const names = ['1inch'] as const
type Name = (typeof names)[number]

beforeAll(async () => {
  local = await startLocalChain()
  const [vault, weth, usdc] = ['Local ETH', 'WETH', 'USDC'].map((name) => placeOf(local, name)) as [
    Address,
    Address,
    Address,
  ]
  const routers = {
    '1inch': placeOf(local, '1inch router v6'),
  }
  const offerOf = (name: Name, executor: string) => ({
    router: routers[name],
    executor: placeOf(local, executor),
    priceOf: (amount: bigint) => (amount * paid[name]) / sellAmount,
  })
  servers['1inch'] = await startOneInch({ ...offerOf('1inch', 'Swap executor'), version: 'v6' })
  for (const name of names) {
    const budget = { perMinute: 100_000, atOnce: 100 }
    const { url } = servers[name]!
    aggregators[name] = openOneInch({ fetch, url, key: 'hush', nowMs: Date.now, budget })
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
      const match = matchCall({ target, data, value: 0n }, { tree, rules: ruleBook })
      if (match.kind !== 'none') return null
      return { code: 'calldata_not_permitted', message: match.refusal.message }
    },
    policy: strictOfferPolicy,
  })
  terms = {
    '1inch': termsOf('one_inch/swap_v6', routers['1inch']),
  }
})
beforeEach(() => {
  for (const name of names) servers[name]!.lie({})
})
afterAll(async () => {
  await Promise.all(names.map((name) => servers[name]?.close()))
  await local?.anvil.close()
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
  const [answer] = await local.anvil.rpc.ask([{ method: 'eth_simulateV1', params }])
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
  expect(built.offered).toBe(paid[name])
  expect(await judge(name, built)).toBe(paid[name])
  expect(await execute(name, built.data)).toEqual({ sold: sellAmount, bought: paid[name] })
})

const unknownAccount: Address = '0x000000000000000000000000000000000000dEaD'
const lies: readonly (readonly [string, OfferLie, Partial<Record<Name, string>>])[] = [
  ['another router', { to: unknownAccount }, { '1inch': 'calldata_not_permitted' }],
  ['another receiver', { receiver: unknownAccount }, { '1inch': 'recipient_not_vault' }],
  ['more to sell', { amount: sellAmount * 2n }, { '1inch': 'amount_mismatch' }],
  ['ether', { value: 1n }, { '1inch': 'calldata_refused' }],
  ['another executor', { executor: unknownAccount }, { '1inch': 'calldata_not_permitted' }],
  ['a partial fill', { flags: 1n }, { '1inch': 'flags_refused' }],
  ['Permit2', { flags: 4n }, { '1inch': 'flags_refused' }],
  ['another function', { selector: '0x12aa3caf' }, { '1inch': 'calldata_refused' }],
  ['a drone', { suffix: appendDroneTarget('0x', unknownAccount) }, { '1inch': 'calldata_refused' }],
  ['a least of 1', { least: 1n }, { '1inch': 'least_below_bound' }],
  ['a least of nothing', { least: 0n }, { '1inch': 'least_below_bound' }],
  ['a least that cannot be kept', { least: 2_000_000_001n }, { '1inch': 'venue_reverted' }],
]

test.each(
  lies.flatMap(([what, lie, codes]) =>
    names.flatMap((name) =>
      codes[name] === undefined ? [] : [[name, what, lie, codes[name]] as const],
    ),
  ),
)('refuses: %s with %s', async (name, _, lie, code) => {
  servers[name]!.lie(lie)
  expect(await judge(name, await buildOf(name))).toBe(code)
})

test('behavior: a price that the execution does not keep is ranked by what was executed', async () => {
  servers['1inch']!.lie({ offered: 2_100_000_000n })
  const built = await buildOf('1inch')
  expect(built.offered).toBe(2_100_000_000n)
  expect(await judge('1inch', built)).toBe(2_000_000_000n)
})

test.each(names)(
  'law: %s keeps to the bound when it is asked again with the slippage that reaches it',
  async (name) => {
    const wide = await aggregators[name]!.build!({ ...request, slippageBps: 200n }, signal)
    expect(await judge(name, wide)).toBe('least_below_bound')
    const slippageBps = slippageReaching(bound, wide.offered)!
    const narrow = await aggregators[name]!.build!({ ...request, slippageBps }, signal)
    expect(await judge(name, narrow)).toBe(paid[name])
    expect(slippageReaching(paid[name] + 1n, wide.offered)).toBeNull()
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
