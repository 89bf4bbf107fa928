import type { Address, Hex } from '@vaultwright/base'
import { type Built, buildActions } from '@vaultwright/builder'
import {
  AmountAbovePolicyError,
  assertLimitAtMarket,
  cancelRouteOf,
  countedToken,
  type LimitOrderDraft,
  type LimitOrderPlan,
  planLimitOrder,
  readMarketBound,
  readSettlement,
  type TokenPair,
} from '@vaultwright/operations'
import { orderBookBodyOf } from '@vaultwright/protocols'
import {
  buyAmountAt,
  defaultOrderSeconds,
  InvalidLimitPriceError,
  maxBookSeconds,
  minimumOrderSeconds,
  type NamedOrder,
  OrderPartError,
  permittedOrderOf,
  type SwapToken,
} from '@vaultwright/swap'
import {
  type LimitOrderData,
  type LimitOrderRequest,
  orderTermsOf,
  printTime,
} from '@vaultwright/wire'
import { printOrderRecord } from './order-state.ts'
import {
  marketInputOf,
  openSwapChain,
  type StrategistSwap,
  swapBuildContextOf,
  swapMarketOf,
} from './strategist-swap.ts'
import { amountGiven, invalidBody } from './swap-amount.ts'
import { pairNamed, withUnits } from './swap-token.ts'
import { type PinnedChain, readVaultOrders } from './vault-order.ts'

/** The fields of a limit order beside those of every build. */
export type OrderPart = Pick<
  LimitOrderData,
  | 'order'
  | 'order_digest'
  | 'order_uid'
  | 'settlement'
  | 'vault_relayer'
  | 'eip712'
  | 'allowance'
  | 'order_book'
  | 'parts'
>

/** An order that was built and stored. */
export type OrderTransaction = { readonly built: Built; readonly part: OrderPart }

/**
 * Builds a limit order, keeps it, and posts it to the order book where the caller asks for that.
 *
 * @throws {LimitOrderNotPermittedError} {LimitBelowMarketError} {PriceUnknownError} {OrderUnderfundedError}
 *   {AmountAbovePolicyError} {TokenDecimalsUnknownError} {RequestInvalidError}; else what reading throws.
 */
export async function buildLimitOrderOf(
  place: StrategistSwap,
  body: LimitOrderRequest,
  signal: AbortSignal,
): Promise<OrderTransaction> {
  const { rules, at: strategistRef, context, tenantId, chainId } = place
  const maxSeconds = rules.policy === null ? maxBookSeconds : BigInt(rules.policy.maxOrderSeconds)
  const { valid_for_seconds: validForSeconds = defaultOrderSeconds } = body
  assertLifetime(validForSeconds, maxSeconds)
  assertWindows(body, validForSeconds)
  const book = context.swaps.orderBookOf(chainId)
  if (body.publish === true && book === null) {
    throw invalidBody(
      'publish',
      'The service has no order book of this chain. Post it yourself.',
      true,
    )
  }
  // First of all: a node that is away must not look like a leaf that is missing.
  const { chain } = await openSwapChain(place)
  const point = { chain, block: await chain.readBlock('latest') }
  const market = await swapMarketOf(place)
  const named = pairNamed(body, { place, market })
  const permission = permittedOrderOf(market, marketInputOf(place), {
    sellToken: named.sellToken.address,
    buyToken: named.buyToken.address,
  })
  const settlement = String(permission.binding.settlement) as Address
  const request = {
    vault: strategistRef.vault,
    ...amountsOf(body, await withUnits(named, chain)),
    validForSeconds: BigInt(validForSeconds),
    maxSeconds,
    isPartiallyFillable: body.partially_fillable ?? false,
    parts: body.parts ?? 1,
    ...(body.replaces !== undefined && {
      replaced: { uid: body.replaces as Hex, route: cancelRouteOf(market, settlement) },
    }),
  }
  await assertBound(place, request, point)
  const plan = await planOf(place, request, { point, settlement })
  const { block } = point
  const reads = (calls: Parameters<typeof chain.readCalls>[0]) => chain.readCalls(calls, block)
  const built = await buildActions(await swapBuildContextOf(place, reads), plan.requests)
  for (const { uid, terms } of plan.parts) {
    await context.store.swapOrders.put(tenantId, {
      ...strategistRef,
      uid,
      createdAtUnix: context.now(),
      terms: printOrderRecord({ uid, terms, settlement, fromBlock: block.number, stored: null }),
      quoteId: null,
      publishedAtUnix: null,
      finalState: null,
    })
  }
  const isPublished = body.publish === true && (await publish(place, plan, signal))
  return { built, part: orderPartOf(plan, { chainId, owner: strategistRef.vault, isPublished }) }
}

/** Turns an order that was planned into the words of the interface. */
function orderPartOf(
  plan: LimitOrderPlan,
  said: { readonly chainId: number; readonly owner: Address; readonly isPublished: boolean },
): OrderPart {
  const { settlement, relayer } = plan.contracts
  const { chainId, owner, isPublished } = said
  const namesOf = ({ terms, digest, uid }: NamedOrder, published: boolean) => ({
    order: orderTermsOf(terms),
    order_digest: digest,
    order_uid: uid,
    order_book: {
      method: 'POST' as const,
      path: '/api/v1/orders',
      body: { ...orderBookBodyOf(terms, owner) },
      published,
    },
  })
  const { order_book, ...names } = namesOf(plan, isPublished)
  return {
    ...names,
    settlement,
    vault_relayer: relayer,
    eip712: {
      domain: { ...orderDomain, chainId, verifyingContract: settlement },
      primaryType: 'Order',
    },
    allowance: allowancePartOf(plan.allowance),
    order_book,
    ...(plan.parts.length > 1 && {
      parts: plan.parts.map((part, index) => ({
        ...namesOf(part, isPublished && index === 0),
        publish_at: printTime(part.startsAtUnix),
      })),
    }),
  }
}

/** Turns a change of an allowance into the words of the interface. */
export function allowancePartOf({
  before,
  openOrders,
  after,
}: LimitOrderPlan['allowance']): LimitOrderData['allowance'] {
  return {
    raw_before: String(before),
    raw_open_orders: String(openOrders),
    raw_after: String(after),
  }
}

/** Source: GPv2Signing. */
const orderDomain = { name: 'Gnosis Protocol', version: 'v2' } as const

type SettlementPoint = { readonly point: PinnedChain; readonly settlement: Address }

async function planOf(
  place: StrategistSwap,
  request: LimitOrderDraft,
  { point, settlement }: SettlementPoint,
): Promise<LimitOrderPlan> {
  const { chain, block } = point
  const { states, unread } = await readVaultOrders(place, point, settlement)
  const contracts = await readSettlement(chain, settlement, block)
  const orders = { states, uids: unread }
  const plan = await inParts(request, () =>
    planLimitOrder({ chain, contracts }, request, { block, known: orders }),
  )
  const reserve = place.rules.policy?.reserves.get(request.sellToken.address) ?? 0n
  const free = plan.available > reserve ? plan.available - reserve : 0n
  if (request.sellAmount <= free) return plan
  const token: SwapToken = { symbol: null, ...request.sellToken }
  throw new AmountAbovePolicyError(token, request.sellAmount, free)
}

/** An amount of too few base units for its parts is the caller's mistake. */
async function inParts<Value>(
  { parts = 1 }: LimitOrderDraft,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OrderPartError) throw invalidBody('parts', error.shortMessage, parts)
    throw error
  }
}

/** A limit is the caller's own; with a policy it is never worse than the policy allows. */
async function assertBound(
  { rules }: StrategistSwap,
  request: LimitOrderDraft & TokenPair,
  { chain, block }: PinnedChain,
): Promise<void> {
  const { policy } = rules
  if (policy === null) return
  const bound = await readMarketBound({ chain, policy }, request, block)
  assertLimitAtMarket(bound, { buyAmount: request.buyAmount, acceptsUnbounded: false })
}

/** The order is built whether or not the book takes it. */
async function publish(
  { context, tenantId, at: strategistRef, chainId }: StrategistSwap,
  { uid, terms }: LimitOrderPlan,
  signal: AbortSignal,
): Promise<boolean> {
  const book = context.swaps.orderBookOf(chainId)
  if (book === null) return false
  try {
    await book.publish({ uid, terms, owner: strategistRef.vault }, signal)
  } catch {
    return false
  }
  await context.store.swapOrders.publish(tenantId, { ...strategistRef, uid, atUnix: context.now() })
  return true
}

function assertLifetime(seconds: number, most: bigint): void {
  if (BigInt(seconds) >= minimumOrderSeconds && BigInt(seconds) <= most) return
  const msg = `An order is valid for ${minimumOrderSeconds} to ${most} seconds.`
  throw invalidBody('valid_for_seconds', msg, seconds)
}

function assertWindows({ parts = 1 }: LimitOrderRequest, seconds: number): void {
  if (parts === 1 || BigInt(seconds) >= minimumOrderSeconds * BigInt(parts)) return
  const msg = `${parts} parts need ${minimumOrderSeconds * BigInt(parts)} seconds in all: each is valid for ${minimumOrderSeconds} at least.`
  throw invalidBody('parts', msg, parts)
}

const inRaw = 'orders of other tokens'

/** Reads both amounts: calls of orders are built in display units, so decimals must be known. */
function amountsOf(body: LimitOrderRequest, pair: TokenPair) {
  const sellToken = countedToken(pair.sellToken, inRaw)
  const buyToken = countedToken(pair.buyToken, inRaw)
  const sellAmount = amountGiven(body, 'sell_amount', sellToken)
  if (sellAmount === null) {
    throw invalidBody('sell_amount', 'Field required, or raw_sell_amount', null)
  }
  const minimum = amountGiven(body, 'min_buy_amount', buyToken)
  const { limit_price: price } = body
  if ((minimum === null) === (price === undefined)) {
    const msg = 'Give one of limit_price, min_buy_amount and raw_min_buy_amount.'
    throw invalidBody('limit_price', msg, price ?? null)
  }
  const decimals = { sell: sellToken.decimals, buy: buyToken.decimals }
  const buyAmount = minimum ?? atPrice(price!, sellAmount, decimals)
  return { sellToken, buyToken, sellAmount, buyAmount }
}

function atPrice(price: string, sellAmount: bigint, decimals: Parameters<typeof buyAmountAt>[2]) {
  try {
    return buyAmountAt(price, sellAmount, decimals)
  } catch (error) {
    if (error instanceof InvalidLimitPriceError) {
      throw invalidBody('limit_price', error.shortMessage, price)
    }
    throw error
  }
}
