import type { Address, Hex } from '@vaultwright/base'
import { type Chain, type LocalChain, openChain } from '@vaultwright/chain'
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
import { actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, erc20Abi, numberToHex, parseUnits } from 'viem'
import { placeOf } from '../node/local-chain.ts'
import { askRpc } from '../node/test-chain.ts'
import { encodeSettle, freeingCalls } from './cow-settlement.ts'
import type { OrderWorld } from './order-schedule.ts'

/** The local chain with its settlement, and a solver with dollars enough. */
export type OrderChain = {
  readonly local: LocalChain
  readonly chain: Chain
  readonly ports: OrderPorts
  /** Sends a transaction in anybody's name, and mines it; false when it reverts. */
  readonly send: (from: Address, to: Address, data: Hex) => Promise<boolean>
  /** A settlement by the chain's solver: so much sold for so much; false when it is refused. */
  readonly settle: (order: TrackedOrder, sell: bigint, buy: bigint) => Promise<boolean>
}

const decimals = 6

/** Opens the settlement of the local chain, and stocks it. */
export async function openOrderChain(local: LocalChain): Promise<OrderChain> {
  const { rpc } = local.anvil
  const chain = await openChain(rpc, { id: 31337 })
  const [settlement, usdc] = [placeOf(local, 'CoW settlement'), placeOf(local, 'USDC')]
  const contracts = await readSettlement(chain, settlement, await chain.readBlock('latest'))
  await askRpc(rpc, 'anvil_autoImpersonateAccount', true)
  const send = async (from: Address, to: Address, data: Hex) => {
    const call = { from, to, data, gas: '0x4c4b40' }
    const receipt = (await askRpc(rpc, 'eth_sendTransactionSync', call)) as { status: Hex }
    return receipt.status === '0x1'
  }
  const stock = { functionName: 'mint', args: [settlement, 10n ** 15n] } as const
  await send(placeOf(local, 'owner'), usdc, encodeFunctionData({ abi: mintAbi, ...stock }))
  const settle = async ({ terms, uid }: TrackedOrder, sell: bigint, buy: bigint) => {
    if (buy <= 0n) return false
    const prices = new Map([
      [terms.sellToken, buy],
      [terms.buyToken, sell],
    ])
    const owner: Address = `0x${uid.slice(66, 106)}`
    const plan = { prices, orders: [{ terms, owner, executed: sell }] }
    return await send(placeOf(local, 'solver'), settlement, encodeSettle(plan))
  }
  return { local, chain, ports: { chain, contracts }, send, settle }
}

const mintAbi = [
  {
    type: 'function',
    name: 'mint',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [],
  },
] as const

/**
 * A vault that sells a USDT-like token for USDC by orders, planned as the service plans them and filled by the
 * settlement of the local chain.
 *
 * @param owner - an account that the chain has not seen.
 */
export async function chainWorld(
  orderChain: OrderChain,
  owner: Address,
  start: bigint,
): Promise<OrderWorld> {
  const { local, chain, ports, send, settle } = orderChain
  const [token, usdc] = [placeOf(local, 'USDT'), placeOf(local, 'USDC')]
  const sellToken = { address: token, decimals }
  const orders: TrackedOrder[] = []
  const fromBlock = (await chain.readBlock('latest')).number
  const deposit = async (amount: bigint) => {
    if (amount === 0n) return
    const data = encodeFunctionData({
      abi: mintAbi,
      functionName: 'mint',
      args: [owner, amount],
    })
    await send(placeOf(local, 'owner'), token, data)
  }
  const moment = async () => {
    const block = await chain.readBlock('latest')
    return { block, states: await readOrderStates(ports, orders, block) }
  }
  const run = async (requests: readonly OrderRequest[]) => {
    for (const request of requests) {
      const { to, data } = callOf(request, owner)
      if (!(await send(owner, to, data))) throw new Error(`${request.route} reverts.`)
    }
  }
  /** Solvers free what has expired, now and then. */
  const free = async (now: bigint) => {
    const uids = orders.filter(({ terms }) => terms.validTo < now).map(({ uid }) => uid)
    if (uids.length === 0 || now % 2n === 1n) return
    const { settlement } = ports.contracts
    const after = freeingCalls(settlement, uids)
    const data = encodeSettle({ prices: new Map(), orders: [], after })
    if (!(await send(placeOf(local, 'solver'), settlement, data))) throw new Error('Not freed.')
  }
  const numberAt = async (to: Address, data: Hex) =>
    BigInt((await askRpc(local.anvil.rpc, 'eth_call', { to, data }, 'latest')) as Hex)
  const balanceOf = (asset: Address) =>
    numberAt(asset, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }))
  await askRpc(local.anvil.rpc, 'anvil_setBalance', owner, numberToHex(10n ** 20n))
  await deposit(start)
  return {
    now: async () => (await chain.readBlock('latest')).timestamp,
    deposit,
    place: async ({ sellAmount, buyAmount, seconds, isPartiallyFillable }) => {
      const { block, states } = await moment()
      const request = {
        vault: owner,
        sellToken,
        buyToken: { address: usdc, decimals },
        sellAmount,
        buyAmount,
        validForSeconds: seconds,
        maxSeconds: 604_800n,
        isPartiallyFillable,
      }
      const placed = { states, uids: orders.map(({ uid }) => uid) }
      try {
        const plan = await planLimitOrder(ports, request, { block, known: placed })
        await run(plan.requests)
        orders.push({ uid: plan.uid, terms: plan.terms, stored: null, fromBlock })
        return plan
      } catch (error) {
        if ((error as { code?: string }).code === 'insufficient_balance') return null
        throw error
      }
    },
    fill: (uid, sell, buy) => settle(orders.find((order) => order.uid === uid)!, sell, buy),
    cancel: async (uid, isFinal) => {
      const { block, states } = await moment()
      const route: CancelRoute = isFinal ? 'cow/cancel_order' : 'cow/withdraw_signature'
      try {
        const order = { uids: [uid], vault: owner, sellToken }
        await run((await planOrderCancel(ports, order, { block, states, route })).requests)
      } catch (error) {
        if ((error as { code?: string }).code !== 'order_ended') throw error
      }
    },
    pass: async (seconds) => {
      const { timestamp } = await chain.readBlock('latest')
      await askRpc(local.anvil.rpc, 'evm_setNextBlockTimestamp', numberToHex(timestamp + seconds))
      await askRpc(local.anvil.rpc, 'evm_mine')
      await free(timestamp + seconds)
    },
    read: async () => (await moment()).states,
    funds: async () => ({
      sold: await balanceOf(token),
      bought: await balanceOf(usdc),
      allowance: await numberAt(
        token,
        encodeFunctionData({
          abi: erc20Abi,
          functionName: 'allowance',
          args: [owner, ports.contracts.relayer],
        }),
      ),
    }),
  }
}

/** Encodes a request as `buildActions` would, for tokens of six decimals and an account that acts by itself. */
function callOf({ route, params }: OrderRequest, self: Address): { to: Address; data: Hex } {
  const action = actionOf(route)
  if (action === null) throw new Error(`${route} is no action.`)
  const values = Object.entries(action.parameters).map(([name, { kind }]) => {
    const input = params[name]!
    if (kind === 'amount' || kind === 'minimum') return [name, parseUnits(String(input), decimals)]
    return [name, kind === 'integer' ? BigInt(String(input)) : input]
  })
  const all = { ...Object.fromEntries(values), self, manager: self }
  return { to: all[action.target] as Address, data: encodeAction(action, all) }
}
