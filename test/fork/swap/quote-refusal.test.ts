import type { Hex } from '@vaultwright/base'
import { openChain, type RpcAnswer, type RpcCall } from '@vaultwright/chain'
import { buildLeafTree, isPadding } from '@vaultwright/manager'
import { buildMarket, quoteSwap, type SwapContext } from '@vaultwright/operations'
import {
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  leafOf,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import type { SwapRequest } from '@vaultwright/swap'
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import { localContext, localPolicy, localRequest } from '../../support/swap/quote-context.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'

const oneWeth = 10n ** 18n
const usd = 10n ** 6n
const { tree } = localTree('local-eth-trader')

let swaps: SwapChain
let local: SwapChain['local']

beforeAll(async () => {
  swaps = await openSwapChain()
  local = swaps.local
})
afterAll(() => swaps?.local.anvil.close())

const quoteOf = (request: SwapRequest, more: Partial<SwapContext> = {}) =>
  quoteSwap(swaps.context(more), request)
const pair = (more: Partial<SwapRequest> = {}) => localRequest(local, ['WETH', 'USDC'], more)
const quoter = () => new Map([['uniswap_v3/quoter_v2', swaps.place('Uniswap quoter')]])

test('refuses: what the vault does not have, what orders need, and what the reserve keeps', async () => {
  const weth = swaps.place('WETH')
  const quote = await quoteOf(pair({ sellAmount: null, canSplit: false }))
  const all = quote.sellAmount
  await expect(quoteOf(pair({ sellAmount: all + 1n }))).rejects.toMatchObject({
    code: 'insufficient_balance',
  })
  const reserved = new Map([[weth, all - oneWeth + 1n]])
  const blocks: bigint[] = []
  const readReserved: SwapContext['readReserved'] = async ({ number }) => {
    blocks.push(number)
    return reserved
  }
  // No relayer may pull it: no order can be filled, and none is read.
  expect((await quoteOf(pair(), { readReserved })).best).not.toBeNull()
  expect(blocks).toEqual([])
  await swaps.undone(async () => {
    const args = [swaps.place('CoW vault relayer'), 1n] as const
    const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    await swaps.send(swaps.place('Local ETH'), weth, approval)
    await expect(quoteOf(pair(), { readReserved })).rejects.toMatchObject({
      code: 'insufficient_balance',
      facts: { reserved_by_orders: String(all - oneWeth + 1n) },
    })
    expect(blocks).toHaveLength(1)
  })
  const policy = localPolicy(local, { reserves: new Map([[weth, all - oneWeth + 1n]]) })
  await expect(quoteOf(pair(), { policy })).rejects.toMatchObject({ code: 'amount_above_policy' })
})

test('refuses: a pair that the tree does not swap', async () => {
  await expect(
    quoteOf(localRequest(local, ['HUSH', 'WETH'], { venues: null })),
  ).rejects.toMatchObject({
    code: 'no_permitted_venue',
  })
})

test('refuses: more impact than the policy allows', async () => {
  const policy = localPolicy(local, { maxImpactBps: 50n, maxLossBps: 5_000n })
  const quote = await quoteOf(pair({ sellAmount: 50n * oneWeth }), { policy, contracts: quoter() })
  const [first, ...further] = quote.candidates
  expect([first, ...further].map((one) => one!.refusal?.code)).toContain('impact_too_high')
})

test('refuses: prices that are stale or lie apart leave no bound', async () => {
  const feed = (name: string, maxAgeSeconds: number) =>
    ({
      kind: 'feed',
      asset: swaps.place('WETH'),
      feed: swaps.place(name),
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

test('refuses: prices of zero, and two sources that lie apart, leave no bound', async () => {
  const abi = parseAbi(['function setAssetPrice(address asset, uint256 price)'])
  const [weth, oracle] = [swaps.place('WETH'), swaps.place('Price oracle')]
  const priced = (price: bigint) =>
    swaps.undone(async () => {
      const data = encodeFunctionData({ abi, args: [weth, price] })
      await swaps.send(swaps.place('owner'), oracle, data)
      const { prices } = localPolicy(local)
      const feed = {
        kind: 'feed',
        asset: weth,
        feed: swaps.place('WETH/USD feed'),
        maxAgeSeconds: 10 ** 9,
        confidence: null,
      } as const
      return await quoteOf(pair(), { policy: localPolicy(local, { prices: [...prices, feed] }) })
    })
  const [agreed, zero, apart] = [
    await priced(2_000n * 10n ** 8n),
    await priced(0n),
    await priced(2_100n * 10n ** 8n),
  ]
  expect(agreed.bound?.least).toBe(1_990n * usd)
  expect([zero.bound, apart.bound]).toEqual([null, null])
  expect(zero.fairReason).toMatch(/has no price of/)
  expect(apart.fairReason).toMatch(/more than 100 bps apart/)
  const order = { minBuyAmount: null, acceptsUnbounded: false }
  await expect(
    swaps.undone(async () => {
      const data = encodeFunctionData({ abi, args: [weth, 0n] })
      await swaps.send(swaps.place('owner'), oracle, data)
      return await buildMarket(swaps.context(), { ...order, of: { kind: 'wish', wish: pair() } })
    }),
  ).rejects.toMatchObject({ code: 'price_unknown' })
})

test('refuses: a tier at a foolish price is never chosen, with liquidity as well, whole or in part', async () => {
  await swaps.undone(async () => {
    const [weth, usdc] = [swaps.place('WETH'), swaps.place('USDC')]
    const vault = swaps.place('Local ETH')
    const positions = swaps.place('Uniswap positions')
    const approve = { abi: erc20Abi, functionName: 'approve' } as const
    for (const token of [weth, usdc]) {
      const args = [positions, 2n ** 200n] as const
      await swaps.send(vault, token, encodeFunctionData({ ...approve, args }))
    }
    const [token0, token1] = BigInt(weth) < BigInt(usdc) ? [weth, usdc] : [usdc, weth]
    const amountOf = (token: string) => (token === weth ? oneWeth : 10_000n * usd)
    const data = encodeFunctionData({
      abi: parseAbi([
        'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
        'function mint(Mint params)',
      ]),
      args: [
        {
          token0,
          token1,
          fee: 10_000,
          tickLower: -887_200,
          tickUpper: 887_200,
          amount0Desired: amountOf(token0),
          amount1Desired: amountOf(token1),
          amount0Min: 0n,
          amount1Min: 0n,
          recipient: swaps.place('owner'),
          deadline: 2n ** 40n,
        },
      ],
    })
    await swaps.send(vault, positions, data)
    for (const contracts of [new Map(), quoter()]) {
      const request = localRequest(local, ['USDC', 'WETH'], {
        sellAmount: 15_000n * usd,
        canSplit: true,
      })
      const { best, candidates } = await quoteOf(request, { contracts })
      const foolish = candidates.find(
        ({ legs: [leg, ...more] }) => more.length === 0 && leg!.params.fee === '10000',
      )
      expect(foolish?.refusal?.code).toBe('price_out_of_bound')
      const chosen = candidates.find(({ id }) => id === best)!
      expect(chosen.legs.map(({ params }) => params.fee)).not.toContain('10000')
    }
  })
})

test('refuses: a node whose block is another one by the time that it answers', async () => {
  const { rpc } = local.anvil
  const otherHash = `0x${'ab'.repeat(32)}`
  const lying = async (lie: (call: RpcCall, answer: RpcAnswer) => RpcAnswer) =>
    localContext({
      local,
      chain: await openChain(
        {
          ...rpc,
          ask: async (calls) => {
            const answers = await rpc.ask(calls)
            return answers.map((answer, index) => lie(calls[index]!, answer))
          },
        },
        { id: 31337 },
      ),
    })
  const named = (answer: RpcAnswer): RpcAnswer =>
    answer.ok && typeof answer.value === 'object'
      ? { ...answer, value: { ...answer.value, hash: otherHash } }
      : answer
  // The block has a hash that the node does not know when it is asked by it.
  const renamed = await lying((call, answer) =>
    call.method === 'eth_getBlockByNumber' ? named(answer) : answer,
  )
  await expect(quoteSwap(renamed, pair())).rejects.toMatchObject({
    code: 'rpc_refused',
    facts: { kind: 'unknown_block' },
  })
  // It takes no hash, answers by number, and then has another block of that number.
  let headers = 0
  const turning = await lying((call, answer) => {
    if (call.params.some((one) => typeof one === 'object' && one !== null && 'blockHash' in one)) {
      return { ok: false, error: { code: -32602, message: 'invalid argument', data: null } }
    }
    if (call.method !== 'eth_getBlockByNumber') return answer
    headers++
    return headers > 1 ? named(answer) : answer
  })
  await expect(quoteSwap(turning, pair())).rejects.toMatchObject({
    code: expect.stringMatching(/reorg/),
  })
})

test('golden: a venue of a drone sells what the drone has, and the drone receives', async () => {
  const [vault, manager, drone] = ['Local ETH', 'Local ETH: manager', 'Local ETH: drone'].map(
    swaps.place,
  ) as [Hex, Hex, Hex]
  const action = actionOf('uniswap_v3/swap')!
  const actor = { self: drone, manager, drone, decoder: swaps.place('Decoder') }
  const binding = {
    router: swaps.place('Uniswap router'),
    token_in: swaps.place('USDC'),
    token_out: swaps.place('WETH'),
  }
  const ownLeaves = [
    leafOf(patternsOf(action, ruleBook)[0]!, binding, actor),
    ...approvalsOf(action, binding).flatMap((wanted) => approvalLeavesOf(wanted, actor)),
  ]
  const remaining = tree.leaves.filter(
    (leaf) => !isPadding(leaf) && leaf.description !== 'Swap USDC for WETH on Uniswap v3',
  )
  const withDrone = buildLeafTree([...remaining, ...ownLeaves])
  await swaps.undone(async () => {
    const args = [drone, 1_000n * usd] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    await swaps.send(vault, binding.token_in, data)
    await swaps.withTree(withDrone, async (context) => {
      const build = { ...context.build, drones: [drone] }
      const request = localRequest(local, ['USDC', 'WETH'], { sellAmount: null })
      const quote = await quoteSwap({ ...context, build }, request)
      expect(quote.sellAmount).toBe(1_000n * usd)
      expect(quote.candidates[0]).toMatchObject({ refusal: null })
      const held = await swaps.held(binding.token_out, drone)
      const transaction = await buildMarket(
        { ...context, build },
        {
          of: { kind: 'wish', wish: request },
          minBuyAmount: null,
          acceptsUnbounded: false,
        },
      )
      await swaps.send(swaps.place('trader'), transaction.built.target, transaction.built.calldata)
      expect(await swaps.held(binding.token_in, drone)).toBe(0n)
      expect((await swaps.held(binding.token_out, drone)) - held).toBe(
        transaction.candidate.buyAmount,
      )
    })
  })
})
