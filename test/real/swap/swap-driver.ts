import type { Hex } from '@vaultwright/base'
import { buildMarket } from '@vaultwright/operations'
import type { SwapRequest } from '@vaultwright/swap'
import { numberToHex } from 'viem'
import { expect } from 'vitest'
import { execute } from '../driver/case-runner.ts'
import type { SwapRoom } from '../driver/swap-room.ts'
import { narrowTier, openTier, type TierDraft } from './pool-formula.ts'

const oneWeth = 10n ** 18n

/** With so much to sell, and tiers beside those of the world. */
export async function withMarket(
  swaps: SwapRoom,
  work: () => Promise<void>,
  tiers: readonly TierDraft[] = [narrowTier],
): Promise<void> {
  const { chain } = swaps.world
  await swaps.undone(async () => {
    await chain.ask('anvil_setBalance', chain.of('Vault'), numberToHex(10n ** 23n))
    await chain.act({
      to: 'WETH',
      from: 'Vault',
      call: 'deposit() payable',
      value: 4_000n * oneWeth,
    })
    for (const tier of tiers) await openTier(chain, tier)
    await work()
  })
}

export async function contextOf(swaps: SwapRoom, isViewed: boolean) {
  const context = await swaps.context(isViewed ? {} : { contracts: new Map() })
  return { ...context, policy: { ...context.policy!, maxLossBps: 9_900n, maxImpactBps: 9_900n } }
}

export function requestOf({ world: { chain } }: SwapRoom, more: Partial<SwapRequest>): SwapRequest {
  return {
    sellToken: chain.of('WETH'),
    buyToken: chain.of('USDC'),
    sellAmount: oneWeth,
    slippageBps: 30n,
    venues: null,
    calldata: [],
    canSplit: true,
    maxHops: 1,
    withRefused: false,
    ...more,
  }
}

/** Builds the swap, executes it and counts what the vault got. */
export async function paidBy(
  swaps: SwapRoom,
  wish: SwapRequest,
  isViewed: boolean,
): Promise<bigint> {
  const order = orderOf(wish)
  const { built, approvalsLeft } = await buildMarket(await contextOf(swaps, isViewed), order)
  expect(approvalsLeft).toEqual([])
  return (await executedIn(swaps, built.calldata)).bought
}

export function orderOf(wish: SwapRequest) {
  return { of: { kind: 'wish' as const, wish }, minBuyAmount: null, acceptsUnbounded: false }
}

export type Sides = { readonly sell: string; readonly buy: string }
export const wethForUsdc: Sides = { sell: 'WETH', buy: 'USDC' }
export const usdcForWeth: Sides = { sell: 'USDC', buy: 'WETH' }

/** Executes calldata, takes it back, and counts what the vault sold and bought, and what may still be pulled of it. */
export async function executedIn(
  { world: { chain, undone } }: SwapRoom,
  calldata: Hex,
  { sell, buy }: Sides = wethForUsdc,
) {
  const vault = chain.of('Vault')
  const held = async (token: string) => {
    const call = 'balanceOf(address) view returns (uint256)'
    return (await chain.read({ to: token, call, args: [vault] })) as bigint
  }
  return undone(async () => {
    const before = [await held(sell), await held(buy)] as const
    await execute(chain, calldata)
    let pullable = 0n
    for (const spender of [
      'v2 router',
      'v3 router',
      'v3 router 02',
      'Permit2',
      'Balancer vault',
      'universal router',
    ]) {
      const call = 'allowance(address,address) view returns (uint256)'
      const args = [vault, chain.of(spender)]
      pullable += (await chain.read({ to: sell, call, args })) as bigint
    }
    const call = 'allowance(address,address,address) view returns (uint160, uint48, uint48)'
    const args = [vault, chain.of(sell), chain.of('universal router')]
    const [byPermit] = (await chain.read({ to: 'Permit2', call, args })) as readonly bigint[]
    const [sold, bought] = [before[0] - (await held(sell)), (await held(buy)) - before[1]]
    return { sold, bought, pullable: pullable + byPermit! }
  })
}
