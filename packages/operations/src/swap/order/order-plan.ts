import { type Address, BaseError, type Hex, isSameAddress, printUnits } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import { emptyAppData } from '@vaultwright/protocols'
import {
  allowanceOf,
  assertOrderLifetime,
  type NamedOrder,
  newOrderOf,
  type OrderState,
  openOrdersOf,
  orderPartsOf,
} from '@vaultwright/swap'
import { OrderUnderfundedError } from '../sell-amount.ts'
import type { OrderPorts } from './order.ts'
import { type CancelRoute, canBeFilled, endingOf } from './order-cancel.ts'
import {
  type AllowanceChange,
  approvalsFor,
  type OrderRequest,
  type OrderToken,
  readFunds,
} from './order-fund.ts'
import { type OrderSettlement, readOrderHistories } from './order-log.ts'

/** The sale of an order, and its limit. */
export type LimitOrderDraft = {
  /** Owns the order, sells, and receives. */
  readonly vault: Address
  readonly sellToken: OrderToken
  readonly buyToken: OrderToken
  /** Base units. */
  readonly sellAmount: bigint
  /** Base units: the least for all of it. */
  readonly buyAmount: bigint
  readonly validForSeconds: bigint
  /** Of the policy. */
  readonly maxSeconds: bigint
  readonly isPartiallyFillable: boolean
  /** The number of orders of consecutive windows that sell it, see `orderPartsOf`; one by default. */
  readonly parts?: number
  /** The order that this one takes the place of, in the same transaction; none by default. */
  readonly replaced?: ReplacedOrder
}

/** An open order of the same token that ends with the placing of another one. */
export type ReplacedOrder = {
  readonly uid: Hex
  /** `cow/cancel_order` where the tree permits it, else `cow/withdraw_signature`. */
  readonly route: CancelRoute
}

/** A vault's orders, by a store and the chain. */
type KnownOrders = {
  /** At the block of the plan, see `readOrderStates`; each order of the vault. */
  readonly states: readonly OrderState[]
  /** Uids that were ever made, also those that were never signed. */
  readonly uids: readonly Hex[]
}

/** An order of a plan, and from when on solvers are to be shown it, unix seconds. */
export type PlannedOrder = NamedOrder & { readonly startsAtUnix: bigint }

/** An order that was never placed, with the calls that place it; of several parts the first. */
export type LimitOrderPlan = NamedOrder & {
  /** Every part in the order of their windows; the order alone where it is not sold in parts. */
  readonly parts: readonly PlannedOrder[]
  readonly block: BlockRef
  readonly contracts: OrderSettlement
  readonly allowance: AllowanceChange
  /** The vault's balance of the token, less what open orders of it still need. */
  readonly available: bigint
  /** In order; `erc_20/approve` where the allowance changes, then a `cow/place_order` a part. */
  readonly requests: readonly OrderRequest[]
}

/**
 * Plans the calls of a limit order: the allowance that all open orders need together, then the signature.
 *
 * The terms get a uid that was never used: neither by the store, nor by logs of the time in which it could
 * have been.
 *
 * An order that it replaces ends first, and its allowance goes over to this one. What of it is filled before the
 * transaction is mined is sold beside this one.
 *
 * In parts it is as many orders, signed together with one allowance for all of them. Each ends with its window; the
 * settlement knows no start, so a solver that reads the chain may fill a later one before its window, at its limit.
 *
 * @throws {OrderLifetimeError} when it would live too short or too long.
 * @throws {OrderPartError} when it cannot be sold in so many parts.
 * @throws {OrderNotReplacedError} when the replaced order is unknown, has ended, or sells another token.
 * @throws {OrderUnderfundedError} when the vault has less than it and the open orders sell.
 */
export async function planLimitOrder(
  ports: OrderPorts,
  request: LimitOrderDraft,
  { block, known: knownOrders }: { readonly block: BlockRef; readonly known: KnownOrders },
): Promise<LimitOrderPlan> {
  const { contracts } = ports
  const { vault, sellToken, buyToken, sellAmount } = request
  assertOrderLifetime(request.validForSeconds, request.maxSeconds)
  const money = await readFunds(ports, { vault, token: sellToken.address }, block)
  const ended = replacedOf(request, knownOrders.states)
  const remaining = knownOrders.states.filter((state) => state !== ended)
  const open = openOrdersOf(remaining, sellToken.address)
  const reserved = allowanceOf(open, 0n)
  if (money.balance < reserved + sellAmount) {
    throw new OrderUnderfundedError({
      token: sellToken,
      balance: money.balance,
      reserved,
      sellAmount,
    })
  }
  const used = await readUsedUids(ports, request, { block, known: knownOrders })
  const parts = partsOf(request, { block, contracts, used })
  const allowance = {
    before: money.allowance,
    openOrders: reserved,
    after: allowanceOf(open, sellAmount),
  }
  const placing = parts.map(({ terms, digest }, index) => ({
    route: 'cow/place_order',
    params: {
      settlement: contracts.settlement,
      relayer: contracts.relayer,
      sell_token: sellToken.address,
      buy_token: buyToken.address,
      sell_amount: printUnits(terms.sellAmount, sellToken.decimals),
      buy_amount: printUnits(terms.buyAmount, buyToken.decimals),
      valid_to: terms.validTo.toString(),
      partially_fillable: request.isPartiallyFillable,
      app_data: emptyAppData,
      order_digest: digest,
      // The builder adds up what calls of one batch need: the first asks for all of it.
      allowance: printUnits(index === 0 ? allowance.after : 0n, sellToken.decimals),
    },
  }))
  const { startsAtUnix: _, ...order } = parts[0]!
  return {
    ...order,
    parts,
    block,
    contracts,
    allowance,
    available: money.balance - reserved,
    requests: [
      ...(ended === null ? [] : [endingOf(ended, contracts, request.replaced!.route)]),
      ...approvalsFor(sellToken, contracts.relayer, allowance),
      ...placing,
    ],
  }
}

type PartContext = {
  readonly block: BlockRef
  readonly contracts: OrderSettlement
  /** In lower case. */
  readonly used: ReadonlySet<string>
}

/** Names the order of each part, none of a uid that was ever used. */
function partsOf(
  request: LimitOrderDraft,
  { block, contracts, used }: PartContext,
): readonly PlannedOrder[] {
  const { vault, sellToken, buyToken, validForSeconds: seconds, maxSeconds } = request
  const { sellAmount, buyAmount, parts: count = 1 } = request
  const naming = {
    owner: vault,
    domainSeparator: contracts.domainSeparator,
    latest: block.timestamp + maxSeconds,
  }
  const named = new Set<string>()
  return orderPartsOf({ sellAmount, buyAmount, seconds }, count).map((part) => {
    const terms = {
      sellToken: sellToken.address,
      buyToken: buyToken.address,
      receiver: vault,
      sellAmount: part.sellAmount,
      buyAmount: part.buyAmount,
      validTo: block.timestamp + part.endsIn,
      appData: emptyAppData,
      feeAmount: 0n,
      kind: 'sell',
      isPartiallyFillable: request.isPartiallyFillable,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
    } as const
    const order = newOrderOf(terms, naming, (uid) => used.has(uid) || named.has(uid))
    named.add(order.uid)
    return { ...order, startsAtUnix: block.timestamp + part.startsIn }
  })
}

/** Finds the order that is replaced; null where none is. */
function replacedOf(
  { replaced, sellToken }: LimitOrderDraft,
  states: readonly OrderState[],
): OrderState | null {
  if (replaced === undefined) return null
  const uid = replaced.uid.toLowerCase()
  const state = states.find((candidate) => candidate.uid.toLowerCase() === uid)
  if (state === undefined)
    throw new OrderNotReplacedError(replaced.uid, 'is not an order of the vault')
  if (!canBeFilled(state)) throw new OrderNotReplacedError(replaced.uid, `is ${state.status}`)
  if (!isSameAddress(state.terms.sellToken, sellToken.address)) {
    throw new OrderNotReplacedError(replaced.uid, `sells ${state.terms.sellToken}`)
  }
  return state
}

/** Reads the orders placed in the time in which the same terms could have been: longer ago they would have ended. */
async function readUsedUids(
  { chain, contracts }: OrderPorts,
  { vault, maxSeconds }: LimitOrderDraft,
  { block, known: knownOrders }: { readonly block: BlockRef; readonly known: KnownOrders },
): Promise<ReadonlySet<string>> {
  const since = block.timestamp > maxSeconds ? block.timestamp - maxSeconds : 0n
  const first = await firstBlockSince(chain, since)
  const range = { owner: vault, fromBlock: first, toBlock: block }
  const histories = await readOrderHistories(chain, contracts.settlement, range)
  const uids = [...knownOrders.uids, ...knownOrders.states.map(({ uid }) => uid)]
  return new Set([...histories.keys(), ...uids.map((uid) => uid.toLowerCase())])
}

/** Finds the last block at or before a time; the first of all where the chain is younger. */
export async function firstBlockSince(chain: OrderPorts['chain'], unix: bigint): Promise<bigint> {
  try {
    return (await chain.readBlockAt(unix)).number
  } catch (error) {
    if (error instanceof BaseError && error.code === 'before_genesis') return 0n
    throw error
  }
}

/** An order cannot be replaced by another one. */
class OrderNotReplacedError extends BaseError {
  override readonly code = 'order_not_replaced'
  override readonly kind = 'conflict'

  constructor(uid: Hex, reason: string) {
    super({
      message: `The order ${uid} ${reason}, so no order can take its place. Name an open order of the same sold token, or place the new one alone.`,
      facts: { uid, reason },
    })
  }
}
