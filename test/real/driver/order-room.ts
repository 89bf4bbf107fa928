import type { Address } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import {
  type CancelRoute,
  type OrderPorts,
  type OrderRequest,
  planLimitOrder,
  planOrderCancel,
  readOrderStates,
  readSettlement,
  type TrackedOrder,
} from '@vaultwright/operations'
import type { OrderState } from '@vaultwright/swap'
import { encodeSettle } from '../../support/swap/cow-settlement.ts'
import { execute } from './case-runner.ts'
import type { SwapRoom } from './swap-room.ts'

/** Seconds that a single order lives. */
export const orderLife = 3_600n

/** A sale of WETH for USDC, base units. */
type Sale = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly isPartiallyFillable: boolean
}

/** Orders of the vault in the settlement of the protocol. */
export type OrderRoom = {
  readonly place: (
    sellAmount: bigint,
    buyAmount: bigint,
    isPartiallyFillable: boolean,
  ) => Promise<TrackedOrder>
  /** Places a sale in parts, by one transaction. */
  readonly placeParts: (
    sale: Sale,
    windows: { readonly parts: number; readonly seconds: bigint },
  ) => Promise<readonly TrackedOrder[]>
  /** Sells so much of an order for so many base units of USDC. */
  readonly fill: (order: TrackedOrder, sold: bigint, bought: bigint) => Promise<unknown>
  /** Ends orders by one transaction. */
  readonly cancel: (orders: readonly TrackedOrder[], route: CancelRoute) => Promise<void>
  /** In the order in which they were placed. */
  readonly states: () => Promise<readonly OrderState[]>
  readonly held: (token: string) => Promise<bigint>
  /** Of the relayer, of WETH. */
  readonly allowance: () => Promise<bigint>
}

/** Orders of the vault in the settlement of the protocol, and a solver that fills them out of its stock. */
export async function openOrders(swaps: SwapRoom): Promise<OrderRoom> {
  const { chain, world } = swaps
  const { of } = world.chain
  const contracts = await readSettlement(
    chain,
    of('CoW settlement'),
    await chain.readBlock('latest'),
  )
  const ports: OrderPorts = { chain, contracts }
  const orders: TrackedOrder[] = []
  const moment = async () => {
    const block = await chain.readBlock('latest')
    return { block, states: await readOrderStates(ports, orders, block) }
  }
  const run = async (requests: readonly OrderRequest[]) => {
    const { build } = await swaps.context()
    const block = await chain.readBlock('latest')
    const reads = (calls: Parameters<typeof chain.readCalls>[0]) => chain.readCalls(calls, block)
    const { calldata } = await buildActions({ ...build, reads }, requests)
    await execute(world.chain, calldata)
  }
  const sellToken = { address: of('WETH'), decimals: 18 }
  const vault = of('Vault')
  const placeParts: OrderRoom['placeParts'] = async (sale, { parts, seconds }) => {
    const { block, states } = await moment()
    const buyToken = { address: of('USDC'), decimals: 6 }
    const request = {
      ...sale,
      vault,
      sellToken,
      buyToken,
      parts,
      validForSeconds: seconds,
      maxSeconds: 604_800n,
    }
    const placed = { states, uids: orders.map(({ uid }) => uid) }
    const plan = await planLimitOrder(ports, request, { block, known: placed })
    await run(plan.requests)
    const fromBlock = plan.block.number
    const newOrders = plan.parts.map(({ uid, terms }) => ({ uid, terms, stored: null, fromBlock }))
    orders.push(...newOrders)
    return newOrders
  }
  const place = async (sellAmount: bigint, buyAmount: bigint, isPartiallyFillable: boolean) => {
    const sale = { sellAmount, buyAmount, isPartiallyFillable }
    const [order] = await placeParts(sale, { parts: 1, seconds: orderLife })
    return order!
  }
  /** Sells so much of the order for so many base units of USDC. */
  const fill = ({ terms }: TrackedOrder, sold: bigint, bought: bigint) => {
    const prices = new Map([
      [terms.sellToken, bought],
      [terms.buyToken, sold],
    ])
    const data = encodeSettle({ prices, orders: [{ terms, owner: vault, executed: sold }] })
    return world.chain.send({ from: of('trader'), to: of('CoW settlement'), data })
  }
  const cancel = async (ended: readonly TrackedOrder[], route: CancelRoute) => {
    const { block, states } = await moment()
    const uids = ended.map(({ uid }) => uid)
    const plan = await planOrderCancel(ports, { uids, vault, sellToken }, { block, states, route })
    await run(plan.requests)
  }
  const number = async (token: string, call: string, ...args: readonly Address[]) =>
    (await world.chain.read({ to: token, call: `${call} view returns (uint256)`, args })) as bigint
  return {
    place,
    placeParts,
    fill,
    cancel,
    states: async () => (await moment()).states,
    held: (token: string) => number(token, 'balanceOf(address)', vault),
    allowance: () => number('WETH', 'allowance(address,address)', vault, of('CoW relayer')),
  }
}
