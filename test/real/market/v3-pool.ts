import type { Address } from '@vaultwright/base'
import { realArtifactOf } from '../package/real-artifact.ts'
import type { RealChain } from '../world/real-chain.ts'
import { traderApproves, units } from './trader.ts'

const far = 4_000_000_000n

/** Two tokens in the order that pools keep them, and values for each of them. */
export function paired<Value>(
  chain: RealChain,
  values: readonly (readonly [token: string, value: Value])[],
): readonly (readonly [Address, Value])[] {
  return values
    .map(([token, value]) => [chain.of(token), value] as const)
    .toSorted(([one], [another]) => (BigInt(one) < BigInt(another) ? -1 : 1))
}

/** Parameters of a pair: what of each token goes in at most, and at least. */
export function pairParams(
  chain: RealChain,
  tokens: readonly (readonly [token: string, amount: string, minimum?: string])[],
): Record<string, string> {
  const sorted = paired(
    chain,
    tokens.map(([token, amount, minimum]) => [token, [amount, minimum]] as const),
  )
  return Object.fromEntries(
    sorted.flatMap(([token, [amount, minimum]], index) => [
      [`token${index}`, token],
      [`amount${index}`, amount!],
      ...(minimum === undefined ? [] : [[`minimum${index}`, minimum]]),
    ]),
  )
}

/** The square root of a price as pools keep it: base units of the second token for one of the first, times 2^96. */
export function sqrtPriceOf(amount0: bigint, amount1: bigint): bigint {
  const square = (amount1 << 192n) / amount0
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** Deploys the exchange with pools of several fees, and ranges beside the price. */
export async function deployV3(chain: RealChain): Promise<void> {
  const artifact = (path: string, name: string) =>
    realArtifactOf('@uniswap/v3-periphery', `artifacts/contracts/${path}${name}.sol/${name}.json`)
  const factory = 'artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'
  await chain.deploy('v3 factory', await realArtifactOf('@uniswap/v3-core', factory))
  // A vote added this tier after the factory was deployed.
  await chain.act({ to: 'v3 factory', call: 'enableFeeAmount(uint24,int24)', args: [100, 1] })
  const both = ['v3 factory', 'WETH'].map(chain.of)
  const keeper = await artifact('', 'NonfungiblePositionManager')
  // The descriptor draws pictures of positions: nothing here looks at one.
  await chain.deploy('v3 positions', keeper, [...both, chain.of('owner')])
  await chain.deploy('v3 router', await artifact('', 'SwapRouter'), both)
  await chain.deploy('v3 quoter', await artifact('lens/', 'QuoterV2'), both)
  const router02 = 'artifacts/contracts/SwapRouter02.sol/SwapRouter02.json'
  await chain.deploy(
    'v3 router 02',
    await realArtifactOf('@uniswap/swap-router-contracts', router02),
    [
      chain.names.get('v2 factory') ?? chain.of('owner'),
      chain.of('v3 factory'),
      chain.of('v3 positions'),
      chain.of('WETH'),
    ],
  )
  for (const spender of ['v3 positions', 'v3 router']) {
    await traderApproves(chain, chain.of(spender), ['WETH', 'USDC', 'DAI'])
  }
  await openPool(chain, { fee: 3000, ends: [-887220, 887220], of: ['WETH', 'USDC'] })
  await openPool(chain, { fee: 500, ends: [-887220, 887220], of: ['WETH', 'USDC'] })
  await openPool(chain, { fee: 100, ends: [-887220, 887220], of: ['DAI', 'USDC'] })
  // Ranges beside the price, so that a large swap crosses their ends.
  const currentTick = await tickOf(chain, { fee: 3000, of: ['WETH', 'USDC'] })
  for (const [low, high] of [
    [-600, 600],
    [-6000, 6000],
  ] as const) {
    const round = (tick: number) => Math.round(tick / 60) * 60
    await openPool(chain, {
      fee: 3000,
      ends: [round(currentTick + low), round(currentTick + high)],
      of: ['WETH', 'USDC'],
    })
  }
}

type PoolRange = {
  readonly fee: number
  readonly ends: readonly [number, number]
  readonly of: readonly [string, string]
}

const depth: Readonly<Record<string, bigint>> = {
  WETH: units(1000, 18),
  USDC: units(3_000_000, 6),
  DAI: units(3_000_000, 18),
}

/** Opens a pool where there is none, and a position of the trader in it. */
async function openPool(chain: RealChain, { fee, ends, of }: PoolRange): Promise<void> {
  const sorted = paired(
    chain,
    of.map((token) => [token, depth[token]!] as const),
  )
  const [[token0, amount0], [token1, amount1]] = sorted as [[Address, bigint], [Address, bigint]]
  const from = 'trader'
  await chain.act({
    to: 'v3 positions',
    from,
    call: 'createAndInitializePoolIfNecessary(address,address,uint24,uint160)',
    args: [token0, token1, fee, sqrtPriceOf(amount0, amount1)],
  })
  await chain.act({
    to: 'v3 positions',
    from,
    call: 'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))',
    args: [[token0, token1, fee, ...ends, amount0, amount1, 0n, 0n, chain.of(from), far]],
  })
}

async function tickOf(chain: RealChain, { fee, of }: Omit<PoolRange, 'ends'>): Promise<number> {
  const pool = (await chain.read({
    to: 'v3 factory',
    call: 'getPool(address,address,uint24) view returns (address)',
    args: [...of.map(chain.of), fee],
  })) as Address
  const slot = (await chain.read({
    to: pool,
    call: 'slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  })) as readonly [bigint, number]
  return slot[1]
}
