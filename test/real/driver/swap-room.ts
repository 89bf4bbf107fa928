import type { Address } from '@vaultwright/base'
import { type Chain, openChain } from '@vaultwright/chain'
import type { LeafTree } from '@vaultwright/manager'
import type { SwapContext } from '@vaultwright/operations'
import { emptyFacts } from '@vaultwright/protocols'
import { balancerV2 } from '../market/balancer.ts'
import { cow } from '../market/cow.ts'
import type { Market, RealCase } from '../market/market.ts'
import { uniswapV2 } from '../market/uniswap-v2.ts'
import { uniswapV3 } from '../market/uniswap-v3.ts'
import { uniswapV4 } from '../market/uniswap-v4.ts'
import { worldTokens } from '../world/base.ts'
import type { RealWorld } from '../world/real-world.ts'
import { setRoot } from './case-runner.ts'
import { type PlannedCase, planCases, treeOf } from './case-tree.ts'

/** A strategist whose tree sells USDC and WETH for each other and either for DAI on real pools, and WETH for USDC by orders. */
export type SwapRoom = {
  readonly world: RealWorld
  readonly chain: Chain
  readonly tree: LeafTree
  readonly context: (more?: Partial<SwapContext>) => Promise<SwapContext>
  /** Runs work with the tree in force, and undoes it. */
  readonly undone: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** The markets that a swap room needs. */
export const swapMarkets: readonly Market[] = [uniswapV2, uniswapV3, uniswapV4, balancerV2, cow]

const sold = { token_in: 'WETH', token_out: 'USDC', amount: '1', minimum: '1' }
const sale = { token_in: 'USDC', token_out: 'WETH', amount: '1', minimum: '0.0001' }
/** The way to DAI: from USDC, and from WETH at once where there is a pool. */
const next = { ...sale, token_out: 'DAI' }
const whole = { ...sold, token_out: 'DAI' }
const sales: Readonly<Record<string, readonly RealCase[]>> = {
  uniswap_v2: [sale, sold, next].map((one) => ({
    route: 'uniswap_v2/swap',
    params: { router: 'v2 router', ...one },
  })),
  uniswap_v3: [
    ...[sale, sold, next, whole].map((one) => ({
      route: 'uniswap_v3/swap',
      params: { router: 'v3 router', fee: '3000', ...one },
    })),
    {
      route: 'uniswap_v3/swap_02',
      decoder: 'UniswapV3SwapRouter02Decoder',
      params: { router: 'v3 router 02', fee: '3000', ...sale },
    },
  ],
}

/** Opens a swap room over the markets of a world. */
export async function openSwapRoom(world: RealWorld): Promise<SwapRoom> {
  const cases: PlannedCase[] = []
  for (const market of swapMarkets) {
    // The route of Uniswap v4 says which token is the lower one.
    const isLower = BigInt(world.chain.of('WETH')) < BigInt(world.chain.of('USDC'))
    const side = isLower ? 'zero_for_one' : 'one_for_zero'
    const routes = new RegExp(`^(balancer_v2/swap$|cow/|uniswap_v4/swap_${side}$)`)
    const swaps = market.cases.filter(
      ({ route, variant }) => routes.test(route) && (market !== uniswapV4 || variant === undefined),
    )
    const plan = await planCases(world.chain, {
      ...market,
      cases: sales[market.protocol] ?? swaps,
    })
    cases.push(...plan.cases)
  }
  const tree = treeOf(cases)
  const targets = new Map(
    cases.map(({ action, params }) => [params[action.target] as Address, action.protocol]),
  )
  const { of } = world.chain
  const units = new Map(
    Object.entries({ WETH: 18, ...worldTokens }).map(([symbol, decimals]) => [
      of(symbol),
      { symbol, decimals, resetsApproval: false },
    ]),
  )
  const knownFacts = {
    ...emptyFacts,
    protocolsOf: (account: Address) => (targets.has(account) ? [targets.get(account)!] : []),
    tokenOf: (account: Address) => units.get(account) ?? null,
  }
  const chain = await openChain(world.chain.anvil.rpc, { id: 31337 })
  const prices = ['WETH', 'USDC'].map((asset) => ({
    kind: 'oracle' as const,
    oracle: of('Aave oracle'),
    asset: of(asset),
    per: 'usd' as const,
    confidence: null,
  }))
  const context: SwapRoom['context'] = async (more = {}) => ({
    chain,
    forks: null,
    build: {
      tree,
      vault: of('Vault'),
      manager: of('Manager'),
      chainId: 31337,
      knownFacts,
      reads: null,
      managerTree: null,
      now: (await chain.readBlock('latest')).timestamp,
    },
    strategist: of('strategist'),
    policy: {
      maxLossBps: 2_000n,
      maxSlippageBps: 100n,
      maxImpactBps: 3_000n,
      quoteTtlSeconds: 60,
      requoteToleranceBps: 10n,
      maxOrderSeconds: 86_400,
      reserves: new Map(),
      prices,
      deviationBps: 100n,
    },
    aggregators: [],
    readReserved: null,
    contracts: new Map([['uniswap_v3/quoter_v2', of('v3 quoter')]]),
    block: 'latest',
    signal: new AbortController().signal,
    ...more,
  })
  const undone: SwapRoom['undone'] = (work) =>
    world.undone(async () => {
      await setRoot(world.chain, tree)
      return work()
    })
  return { world, chain, tree, context, undone }
}
