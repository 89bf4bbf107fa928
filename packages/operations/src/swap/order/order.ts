import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import { type Chain, RpcAnswerError } from '@vaultwright/chain'
import { encodeCall, parseSignature } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type { BlockRef, EthCallResult } from '@vaultwright/outcome'
import { orderDomainOf, parseOrderUid } from '@vaultwright/protocols'
import {
  type OrderState,
  orderStateOf,
  type SwapOrder,
  withoutSharedAllowances,
} from '@vaultwright/swap'
import { noHistory, type OrderSettlement, readOrderHistories } from './order-log.ts'

/** An order that is followed, and from which block on the chain may tell of it. */
export type TrackedOrder = SwapOrder & { readonly fromBlock: bigint }

/** A chain with the settlement that fills a vault's orders. */
export type OrderPorts = { readonly chain: Chain; readonly contracts: OrderSettlement }

const domainOf = parseSignature('domainSeparator()')
const relayerOf = parseSignature('vaultRelayer()')
const filledOf = parseSignature('filledAmount(bytes orderUid)')
const signedOf = parseSignature('preSignature(bytes orderUid)')
const balanceOf = parseSignature('balanceOf(address account)')
const allowanceOf = parseSignature('allowance(address owner, address spender)')

/**
 * Reads a settlement's relayer, and makes sure that it hashes orders as its address and its chain demand.
 *
 * @throws {NotASettlementError} when the account does not answer, or hashes otherwise.
 */
export async function readSettlement(
  chain: Chain,
  settlement: Address,
  block: BlockRef,
): Promise<OrderSettlement> {
  const calls = [domainOf, relayerOf].map((fn) => ({ to: settlement, data: encodeCall(fn, []) }))
  const [domain, relayer] = await chain.readCalls(calls, block)
  const domainSeparator = orderDomainOf(chain.id, settlement)
  const isSettlement = domain?.ok === true && domain.data.toLowerCase() === domainSeparator
  if (!isSettlement || relayer?.ok !== true || relayer.data.length !== 66) {
    throw new NotASettlementError(settlement)
  }
  return { settlement, domainSeparator, relayer: checksumOf(`0x${relayer.data.slice(26)}`) }
}

/**
 * Reads the states of a vault's orders at one block: storages, balances and allowances in one round trip, logs in one pass.
 *
 * The order book is not asked: see `OrderBook` for what it says beside the chain.
 *
 * @param orders - of one owner; an order of another owner is refused.
 * @returns in their order.
 * @throws {ForeignOrderError} when the orders are of several owners.
 */
export async function readOrderStates(
  { chain, contracts }: OrderPorts,
  orders: readonly TrackedOrder[],
  block: BlockRef,
): Promise<readonly OrderState[]> {
  const [first] = orders
  if (first === undefined) return []
  const { owner } = parseOrderUid(first.uid)
  for (const { uid } of orders) {
    if (!isSameAddress(parseOrderUid(uid).owner, owner)) throw new ForeignOrderError(uid, owner)
  }
  let fromBlock = block.number
  for (const order of orders) if (order.fromBlock < fromBlock) fromBlock = order.fromBlock
  const range = { owner, fromBlock, toBlock: block }
  const [answers, histories] = await Promise.all([
    chain.readCalls(
      orders.flatMap((order) => questionsOf(order, owner, contracts)),
      block,
    ),
    readOrderHistories(chain, contracts.settlement, range),
  ])
  const states = orders.map((order, index) => {
    const [filled, signed, balance, allowance] = answers
      .slice(4 * index, 4 * index + 4)
      .map((answer) => wordOf(answer, chain.rpc.name))
    return orderStateOf(order, {
      blockNumber: block.number,
      blockUnix: block.timestamp,
      filledAmount: filled!,
      isSigned: signed! !== 0n,
      balance: balance!,
      allowance: allowance!,
      ...(histories.get(order.uid.toLowerCase()) ?? noHistory),
    })
  })
  return withoutSharedAllowances(states)
}

function questionsOf(
  { uid, terms }: SwapOrder,
  owner: Address,
  { settlement, relayer }: OrderSettlement,
): readonly { readonly to: Address; readonly data: Hex }[] {
  return [
    { to: settlement, data: encodeCall(filledOf, [uid]) },
    { to: settlement, data: encodeCall(signedOf, [uid]) },
    { to: terms.sellToken, data: encodeCall(balanceOf, [owner]) },
    { to: terms.sellToken, data: encodeCall(allowanceOf, [owner, relayer]) },
  ]
}

/** A settlement or a token that does not answer says nothing of an order: zero would be a guess. */
function wordOf(answer: EthCallResult | undefined, node: string): bigint {
  if (answer?.ok !== true || answer.data.length < 66) {
    throw new RpcAnswerError('eth_call', `${node} gave no word for an order`)
  }
  return BigInt(answer.data.slice(0, 66))
}

/** An account that is to settle orders does not, or is on another chain. */
class NotASettlementError extends BaseError {
  override readonly code = 'not_a_settlement'
  override readonly kind = 'invalid_input'

  constructor(settlement: Address) {
    super({
      message: `${settlement} does not hash orders as a settlement at this address and on this chain does. Give the address of GPv2Settlement.`,
      facts: { settlement },
    })
  }
}

/** An order belongs to another vault. */
export class ForeignOrderError extends BaseError {
  override readonly code = 'order_not_found'
  override readonly kind = 'not_found'

  constructor(uid: Hex, owner: Address) {
    super({ message: `${owner} has no order ${uid}.`, facts: { uid, owner } })
  }
}
