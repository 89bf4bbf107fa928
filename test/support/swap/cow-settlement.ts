import type { Address, Hex } from '@vaultwright/base'
import { cowSettlementAbi } from '@vaultwright/registry'
import type { OrderTerms } from '@vaultwright/swap'
import { encodeFunctionData } from 'viem'

/** One order of a settlement, which its owner signed on chain before. */
export type SettledOrder = {
  readonly terms: OrderTerms
  readonly owner: Address
  /**
   * The filled part of an order that may be filled in parts: units sold, or bought if it buys. Else
   * not looked at.
   */
  readonly executed: bigint
}

/** A call in the name of the settlement. The settlement refuses its own relayer as the target. */
export type SettlementCall = {
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
}

/**
 * One transaction of a solver.
 *
 * `settle` goes through it in this order: the calls `before`; the orders, which the relayer pulls into the settlement,
 * so each owner's balance and its allowance for the relayer must reach; the calls `between`; the payment of every
 * order out of the settlement's balance, so what is bought must be there by now; the calls `after`.
 */
export type SettlementPlan = {
  /**
   * Units of account for a unit of the token, for every token of the orders: an order that sells `amount` is paid
   * `ceil(amount × price of sold / price of bought)`. With `{ WETH: 2000e6, USDC: 1e18 }` 1 WETH is 2,000 USDC.
   */
  readonly prices: ReadonlyMap<Address, bigint>
  readonly orders: readonly SettledOrder[]
  readonly before?: readonly SettlementCall[]
  readonly between?: readonly SettlementCall[]
  readonly after?: readonly SettlementCall[]
}

const preSigned = 3n << 5n

/**
 * Encodes `settle` of a CoW settlement; a listed solver must send it.
 *
 * It reverts, in this order and for each order: `GPv2: order not presigned`, `GPv2: order expired`,
 * `GPv2: limit price not respected`, `GPv2: order filled`. Of a cancelled order the settlement of the protocol says
 * `SafeMath: addition overflow` in place of the last, since the largest number is what was filled of it.
 *
 * @param plan - orders, prices and calls.
 * @returns calldata.
 * @throws {Error} if a token of an order has no price.
 */
export function encodeSettle(plan: SettlementPlan): Hex {
  const tokens = [...plan.prices.keys()]
  const indexOf = (token: Address) => {
    const index = tokens.findIndex((other) => other.toLowerCase() === token.toLowerCase())
    if (index === -1) throw new Error(`${token} has no clearing price.`)
    return BigInt(index)
  }
  const trades = plan.orders.map(({ terms, owner, executed }) => ({
    sellTokenIndex: indexOf(terms.sellToken),
    buyTokenIndex: indexOf(terms.buyToken),
    receiver: terms.receiver,
    sellAmount: terms.sellAmount,
    buyAmount: terms.buyAmount,
    validTo: Number(terms.validTo),
    appData: terms.appData,
    feeAmount: terms.feeAmount,
    flags: flagsOf(terms),
    executedAmount: executed,
    // A pre-signature is the 20 bytes of the owner.
    signature: owner,
  }))
  return encodeFunctionData({
    abi: cowSettlementAbi,
    functionName: 'settle',
    args: [
      tokens,
      [...plan.prices.values()],
      trades,
      [callsOf(plan.before), callsOf(plan.between), callsOf(plan.after)],
    ],
  })
}

/** Encodes the calls by which a settlement forgets orders that have expired; as calls of a plan. */
export function freeingCalls(settlement: Address, uids: readonly Hex[]): readonly SettlementCall[] {
  return (['freeFilledAmountStorage', 'freePreSignatureStorage'] as const).map((functionName) => ({
    to: settlement,
    data: encodeFunctionData({ abi: cowSettlementAbi, functionName, args: [uids] }),
  }))
}

function flagsOf({ kind, isPartiallyFillable }: OrderTerms): bigint {
  return preSigned | (kind === 'buy' ? 1n : 0n) | (isPartiallyFillable ? 2n : 0n)
}

function callsOf(calls: readonly SettlementCall[] = []) {
  return calls.map(({ to, data, value = 0n }) => ({ target: to, value, callData: data }))
}
