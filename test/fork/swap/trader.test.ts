import type { Address, Hex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { encodeManageFromTree, matchCall } from '@vaultwright/manager'
import {
  emptyAppData,
  encodePreSignature,
  type OrderTerms,
  orderDigestOf,
  orderDomainOf,
  orderUidOf,
  ruleBook,
} from '@vaultwright/protocols'
import { cowSettlementAbi } from '@vaultwright/registry'
import { decodeFunctionResult, encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileCall, localCall } from '../../support/node/local-call.ts'
import { localTree, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { askRpc } from '../../support/node/test-chain.ts'
import { encodeSettle, freeingCalls } from '../../support/swap/cow-settlement.ts'
import { venueCallsOf } from '../../support/swap/venue-call.ts'

const { tree } = localTree('local-eth-trader')
const oneWeth = 10n ** 18n
const usd = 10n ** 6n

let local: LocalChain
let venue: ReturnType<typeof venueCallsOf>

beforeAll(async () => {
  local = await startLocalChain()
  venue = venueCallsOf(local)
  await ask('evm_setAutomine', false)
})
afterAll(() => local?.anvil.close())

test.each([
  ['Uniswap v3, 100', () => venue.uniswap(oneWeth, 100), 1_999_400_159n],
  ['Uniswap v3, 500', () => venue.uniswap(oneWeth, 500), 1_957_703_388n],
  ['Uniswap v3, 3000', () => venue.uniswap(oneWeth, 3_000), 1_997_739_031n],
  ['Uniswap v3, second router', () => venue.secondRouter(oneWeth, 100), 1_999_400_159n],
  ['1inch v5', () => venue.oneInch('v5', 'WETH', 'USDC', oneWeth), 2_000n * usd],
  ['1inch v6', () => venue.oneInch('v6', 'WETH', 'USDC', oneWeth), 2_000n * usd],
  ['Odos', () => venue.odos(oneWeth), 1_996n * usd],
] as const)('golden: %s pays the vault for 1 WETH', async (_venue, calls, expected) => {
  await undone(async () => {
    const [before, weth] = [await held('USDC'), await held('WETH')]
    await manage(calls())
    expect((await held('USDC')) - before).toBe(expected)
    expect(weth - (await held('WETH'))).toBe(oneWeth)
  })
})

test('refuses: a tier at a foolish price exists, and trades nothing', async () => {
  const price = await pricesOf(10_000)
  expect(price).toBeGreaterThan(30n * (await pricesOf(500)))
  await expect(manage(venue.uniswap(oneWeth, 10_000))).rejects.toThrow()
})

test('golden: one leaf pays the owner of the chain instead of the vault', async () => {
  await undone(async () => {
    const owner = placeOf(local, 'owner')
    const before = await held('USDC', owner)
    await manage(venue.uniswap(oneWeth, 500, owner))
    expect((await held('USDC', owner)) - before).toBe(1_957_703_388n)
  })
})

test('golden: 50 WETH over two tiers pay more than over either', async () => {
  const amount = 50n * oneWeth
  const outOf = async (calls: readonly FileCall[]) =>
    undone(async () => {
      const before = await held('USDC')
      await manage(calls)
      return (await held('USDC')) - before
    })
  const part = (amount * 2n) / 5n
  const split = await outOf([...venue.uniswap(part, 100), ...venue.uniswap(amount - part, 3_000)])
  const whole = [await outOf(venue.uniswap(amount, 100)), await outOf(venue.uniswap(amount, 3_000))]
  expect({ split, whole }).toEqual({
    split: 99_553_044_658n,
    whole: [99_000_098_019n, 99_280_756_784n],
  })
  // Within half a percent of what 50 WETH are worth.
  expect(split).toBeGreaterThan(99_500n * usd)
})

test('golden: the quoter says what a swap then pays', async () => {
  const abi = parseAbi([
    'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256, uint160[], uint32[], uint256)',
  ])
  for (const [fee, expected] of [
    [500, 1_957_703_388n],
    [3_000, 1_997_739_031n],
  ] as const) {
    const data = encodeFunctionData({ abi, args: [venue.pathOf(fee), oneWeth] })
    const to = placeOf(local, 'Uniswap quoter')
    const answer = (await ask('eth_call', { to, data }, 'latest')) as Hex
    expect(decodeFunctionResult({ abi, data: answer })[0]).toBe(expected)
  }
})

test('golden: odd tokens are sold, whatever they say of their moves', async () => {
  const amount = 100n * oneWeth
  for (const [token, arrives] of [
    ['NODEC', 100n * usd],
    ['HUSH', 100n * usd],
    ['LIE', 100n * usd],
    ['FEE', 99n * usd],
    ['SKIM', 99n * usd],
  ] as const) {
    await undone(async () => {
      const before = await held('USDC')
      await manage(venue.oneInch('v5', token, 'USDC', amount))
      expect((await held('USDC')) - before, token).toBe(arrives)
    })
  }
})

test('golden: an order is placed, filled once at its limit or better, and leaves no allowance', async () => {
  await undone(async () => {
    const order = await orderOf({ isPartiallyFillable: false })
    await manage(placing(order))
    const before = await held('USDC')
    await settle(order, 2_050n * usd)
    expect((await held('USDC')) - before).toBe(20_500n * usd)
    expect(await readSettlement('filledAmount', order.uid)).toBe(order.terms.sellAmount)
    expect(await allowanceOf('WETH', 'CoW vault relayer')).toBe(0n)
    await expect(settle(order, 2_050n * usd)).rejects.toThrow('GPv2: order filled')
  })
})

test('refuses: a settlement below the limit, and of an order that was cancelled or taken back', async () => {
  await undone(async () => {
    const order = await orderOf({ isPartiallyFillable: true })
    await manage(placing(order))
    await expect(settle(order, 2_000n * usd - 1n)).rejects.toThrow('limit price not respected')
    await settle(order, 2_000n * usd, 4n * oneWeth)
    expect(await readSettlement('filledAmount', order.uid)).toBe(4n * oneWeth)
    await manage([settlementCall('setPreSignature', [order.uid, false])])
    await expect(settle(order, 2_000n * usd, oneWeth)).rejects.toThrow('order not presigned')
    await manage(placing(order))
    await manage([settlementCall('invalidateOrder', [order.uid])])
    await expect(settle(order, 2_000n * usd, oneWeth)).rejects.toThrow('order filled')
  })
})

test('golden: a settlement forgets what was filled of an order that has expired', async () => {
  await undone(async () => {
    const order = await orderOf({ isPartiallyFillable: false })
    await manage(placing(order))
    await settle(order, 2_000n * usd)
    await ask('evm_setNextBlockTimestamp', numberToHex(order.terms.validTo + 1n))
    await ask('evm_mine')
    const settlement = placeOf(local, 'CoW settlement')
    const after = freeingCalls(settlement, [order.uid])
    await send('solver', settlement, encodeSettle({ prices: new Map(), orders: [], after }))
    expect(await readSettlement('filledAmount', order.uid)).toBe(0n)
    expect(await readSettlement('preSignature', order.uid)).toBe(0n)
  })
})

type PlacedOrder = { readonly terms: OrderTerms; readonly uid: Hex }

async function orderOf(change: Pick<OrderTerms, 'isPartiallyFillable'>): Promise<PlacedOrder> {
  const { timestamp } = (await ask('eth_getBlockByNumber', 'latest', false)) as { timestamp: Hex }
  const owner = placeOf(local, 'Local ETH')
  const terms: OrderTerms = {
    sellToken: placeOf(local, 'WETH'),
    buyToken: placeOf(local, 'USDC'),
    receiver: owner,
    sellAmount: 10n * oneWeth,
    buyAmount: 20_000n * usd,
    validTo: BigInt(timestamp) + 86_400n,
    appData: emptyAppData,
    feeAmount: 0n,
    kind: 'sell',
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    ...change,
  }
  const domain = orderDomainOf(31337, placeOf(local, 'CoW settlement'))
  const { validTo } = terms
  return { terms, uid: orderUidOf({ digest: orderDigestOf(terms, domain), owner, validTo }) }
}

function placing({ terms, uid }: PlacedOrder): FileCall[] {
  return [
    venue.approval('WETH', 'CoW vault relayer', terms.sellAmount),
    { target: placeOf(local, 'CoW settlement'), data: encodePreSignature({ uid, terms }) },
  ]
}

type SettlementFunction = {
  readonly setPreSignature: readonly [Hex, boolean]
  readonly invalidateOrder: readonly [Hex]
}

function settlementCall<Name extends keyof SettlementFunction>(
  functionName: Name,
  args: SettlementFunction[Name],
): FileCall {
  const data = encodeFunctionData({ abi: cowSettlementAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0])
  return { target: placeOf(local, 'CoW settlement'), data }
}

/** The solver puts its own dollars in, and settles at so many for 1 WETH. */
async function settle({ terms }: PlacedOrder, rate: bigint, executed = 0n): Promise<void> {
  const settlement = placeOf(local, 'CoW settlement')
  const owner = placeOf(local, 'Local ETH')
  const signature = 'transfer(address to, uint256 amount)'
  const paid = localCall(local, ['USDC', signature], [settlement, 21_000n * usd])
  await send('solver', paid.target, paid.data)
  const prices = new Map([
    [terms.sellToken, rate],
    [terms.buyToken, oneWeth],
  ])
  const orders = [{ terms, owner, executed }]
  await send('solver', settlement, encodeSettle({ prices, orders }))
}

async function readSettlement(
  functionName: 'filledAmount' | 'preSignature',
  uid: Hex,
): Promise<bigint> {
  const data = encodeFunctionData({ abi: cowSettlementAbi, functionName, args: [uid] })
  return readNumber(placeOf(local, 'CoW settlement'), data)
}

function held(token: string, account: Address = placeOf(local, 'Local ETH')): Promise<bigint> {
  const abi = parseAbi(['function balanceOf(address) view returns (uint256)'])
  return readNumber(placeOf(local, token), encodeFunctionData({ abi, args: [account] }))
}

function allowanceOf(token: string, spender: string): Promise<bigint> {
  const abi = parseAbi(['function allowance(address, address) view returns (uint256)'])
  const args = [placeOf(local, 'Local ETH'), placeOf(local, spender)] as const
  return readNumber(placeOf(local, token), encodeFunctionData({ abi, args }))
}

/** The worth of one WETH at a tier, by its price alone: dollars in billionths of a billionth. */
async function pricesOf(fee: number): Promise<bigint> {
  const [weth, usdc] = [placeOf(local, 'WETH'), placeOf(local, 'USDC')]
  const abi = parseAbi([
    'function getPool(address, address, uint24) view returns (address)',
    'function sqrtPriceX96() view returns (uint160)',
  ])
  const data = encodeFunctionData({ abi, functionName: 'getPool', args: [weth, usdc, fee] })
  const pool = await readNumber(placeOf(local, 'Uniswap factory'), data)
  const root = await readNumber(
    numberToHex(pool, { size: 20 }),
    encodeFunctionData({ abi, functionName: 'sqrtPriceX96' }),
  )
  const scale = 10n ** 18n
  const ratio = (root * root * scale) / 2n ** 192n
  return BigInt(weth) < BigInt(usdc) ? ratio : (scale * scale) / ratio
}

async function readNumber(to: Address, data: Hex): Promise<bigint> {
  return BigInt((await ask('eth_call', { to, data }, 'latest')) as Hex)
}

/** Sends the calls through the Manager as the trader. */
async function manage(calls: readonly FileCall[]): Promise<void> {
  const positioned = calls.map(({ target, data }) => {
    const match = matchCall({ target, data, value: 0n }, { tree, rules: ruleBook })
    if (match.kind === 'none') throw new Error(match.refusal.message)
    return { target, data, value: 0n, position: match.positions[0]! }
  })
  await send('trader', placeOf(local, 'Local ETH: manager'), encodeManageFromTree(tree, positioned))
}

async function send(from: string, to: Address, data: Hex): Promise<void> {
  const call = { from: placeOf(local, from), to, data, gas: '0x7a1200' }
  // The call gives the reason that a receipt does not have.
  await ask('eth_call', call, 'latest')
  const hash = await ask('eth_sendTransaction', call)
  await ask('evm_mine')
  expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
}

async function undone<Result>(work: () => Promise<Result>): Promise<Result> {
  const snapshot = await ask('evm_snapshot')
  try {
    return await work()
  } finally {
    await ask('evm_revert', snapshot)
  }
}

function ask(method: string, ...params: unknown[]): Promise<unknown> {
  return askRpc(local.anvil.rpc, method, ...params)
}
