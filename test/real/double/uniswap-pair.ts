import type { Address } from '@vaultwright/base'
import { encodePacked } from 'viem'
import { traderApproves, units } from '../market/trader.ts'
import { paired, sqrtPriceOf } from '../market/v3-pool.ts'
import { deployOwn } from '../world/base.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Pair } from './pair.ts'
import type { Side } from './side.ts'

const far = 4_000_000_000n
const poolFee = 500
const wide = [-887_270, 887_270] as const

/** A pool that neither has yet: WBTC and DAI. */
export const uniswapPair: Pair = {
  contract: 'uniswap/UniswapPool',
  protocol: 'uniswap_v3',
  tokens: ['WBTC', 'DAI'],
  make: async (chain) => {
    const factory = await deployOwn(chain, { name: 'UniswapFactory', args: [] })
    const both = [factory, chain.of('WETH')]
    const positions = await deployOwn(chain, { name: 'NonfungiblePositionManager', args: both })
    const router = await deployOwn(chain, { name: 'SwapRouter', args: both })
    const quoter = await deployOwn(chain, { name: 'QuoterV2', args: both })
    const real = {
      factory: chain.of('v3 factory'),
      subject: chain.of('v3 positions'),
      router: chain.of('v3 router'),
      quoter: chain.of('v3 quoter'),
    }
    const double = { factory, subject: positions, router, quoter }
    const pools = { double: await openPool(chain, double), real: await openPool(chain, real) }
    await countPositions(chain, double)
    for (const { subject, router } of [double, real]) {
      for (const spender of [subject, router]) await traderApproves(chain, spender, ['WBTC', 'DAI'])
    }
    return {
      double: { ...double, pool: pools.double },
      real: { ...real, pool: pools.real },
    }
  },
  act: async (side) => {
    const id = await openPosition(side)
    await swapBothWays(side)
    await changePosition(side, id)
  },
}

type Market = {
  readonly of: readonly [string, string]
  readonly amounts: readonly [bigint, bigint]
}

const compared: Market = { of: ['WBTC', 'DAI'], amounts: [units(1, 8), units(60_000, 18)] }

async function openPool(
  chain: RealChain,
  { factory }: { readonly factory: Address },
  { of, amounts }: Market = compared,
): Promise<Address> {
  const [[token0, amount0], [token1, amount1]] = paired(chain, [
    [of[0], amounts[0]],
    [of[1], amounts[1]],
  ]) as [readonly [Address, bigint], readonly [Address, bigint]]
  const terms = [token0, token1, poolFee]
  await chain.act({ to: factory, call: 'createPool(address,address,uint24)', args: terms })
  const call = 'getPool(address,address,uint24) view returns (address)'
  const pool = (await chain.read({ to: factory, call, args: terms })) as Address
  const args = [sqrtPriceOf(amount0, amount1)]
  await chain.act({ to: pool, call: 'initialize(uint160)', args })
  return pool
}

/** Opens as many positions at the double as the world has at the protocol, in a pool of their own. */
async function countPositions(
  chain: RealChain,
  { factory, subject }: { readonly factory: Address; readonly subject: Address },
): Promise<void> {
  const of = { of: ['WETH', 'USDC'], amounts: [units(1, 18), units(3000, 6)] } as const
  await openPool(chain, { factory }, of)
  await traderApproves(chain, subject, of.of)
  const [[token0, amount0], [token1, amount1]] = paired(chain, [
    ['WETH', of.amounts[0]],
    ['USDC', of.amounts[1]],
  ]) as [readonly [Address, bigint], readonly [Address, bigint]]
  const args = [
    [token0, token1, poolFee, ...wide, amount0, amount1, 0n, 0n, chain.of('trader'), far],
  ]
  for (let count = 0; count < 5; count++) {
    await chain.act({ to: subject, from: 'trader', call: mint, args })
  }
}

const mint =
  'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256)) payable returns (uint256, uint128, uint256, uint256)'

function sortedTokens(of: Side['of']): readonly [Address, Address] {
  const [wbtc, dai] = [of('WBTC'), of('DAI')]
  return BigInt(wbtc) < BigInt(dai) ? [wbtc, dai] : [dai, wbtc]
}

async function openPosition({ of, random, call }: Side): Promise<bigint> {
  const tokens = sortedTokens(of)
  const amounts = new Map([
    [of('WBTC'), units(100, 8) + random.uint(24)],
    [of('DAI'), units(6_000_000, 18) + random.uint(64)],
  ])
  const desired = tokens.map((token) => amounts.get(token)!)
  const terms = (least: bigint, deadline = far) => [
    [...tokens, poolFee, ...wide, ...desired, least, least, of('trader'), deadline],
  ]
  await call({ call: mint, args: terms(10n ** 40n) })
  await call({ call: mint, args: terms(0n, 1n) })
  const answer = await call({ call: mint, args: terms(0n) })
  return BigInt(answer.slice(0, 66))
}

const exactInput = 'exactInput((bytes,address,uint256,uint256,uint256)) payable returns (uint256)'

async function swapBothWays({ of, random, call }: Side): Promise<void> {
  const path = (from: string, to: string) =>
    encodePacked(['address', 'uint24', 'address'], [of(from), poolFee, of(to)])
  const swap = (from: string, to: string, amount: bigint) => ({
    to: 'router',
    call: exactInput,
    args: [[path(from, to), of('stranger'), far, amount, 0n]],
    difference: 'exactInput',
  })
  const quoted = units(3, 8) + random.uint(24)
  await call({
    to: 'quoter',
    call: 'quoteExactInputSingle((address,address,uint256,uint24,uint160)) returns (uint256)',
    args: [[of('WBTC'), of('DAI'), quoted, poolFee, 0n]],
    difference: 'quoteExactInputSingle',
    // Gas.
    ownWord: 3,
  })
  await call(swap('WBTC', 'DAI', quoted))
  await call(swap('DAI', 'WBTC', units(90_000, 18) + random.uint(64)))
  await call(swap('WBTC', 'DAI', units(0.5, 8) + random.uint(24)))
  const args = [[path('WBTC', 'DAI'), of('stranger'), far, units(1, 8), 10n ** 40n]]
  await call({ to: 'router', call: exactInput, args })
  const late = [[path('WBTC', 'DAI'), of('stranger'), 1n, units(1, 8), 0n]]
  await call({ to: 'router', call: exactInput, args: late })
  await call({
    to: 'router',
    call: exactInput,
    args: [[path('WBTC', 'DAI'), of('stranger'), far, units(1, 8), 0n]],
    from: 'stranger',
    difference: 'exactInput without an allowance',
  })
}

async function changePosition({ of, random, call, readCall }: Side, id: bigint): Promise<void> {
  const position = (await readCall({
    to: 'subject',
    call: 'positions(uint256) view returns (uint96, address, address, address, uint24, int24, int24, uint128)',
    args: [id],
  })) as readonly bigint[]
  const liquidity = position[7]!
  const decrease =
    'decreaseLiquidity((uint256,uint128,uint256,uint256,uint256)) returns (uint256, uint256)'
  const most = 2n ** 128n - 1n
  const collect = 'collect((uint256,address,uint128,uint128)) returns (uint256, uint256)'
  const part = liquidity / BigInt(2 + random.below(5))
  await call({ call: decrease, args: [[id, part, 0n, 0n, far]], from: 'stranger' })
  await call({ call: decrease, args: [[id, part, 10n ** 40n, 0n, far]] })
  await call({ call: decrease, args: [[id, part, 0n, 0n, far]], difference: 'decreaseLiquidity' })
  await call({ call: collect, args: [[id, of('trader'), most, most]], difference: 'collect' })
  await call({ call: 'burn(uint256)', args: [id] })
  const remainder = [[id, liquidity - part, 0n, 0n, far]]
  await call({ call: decrease, args: remainder, difference: 'decreaseLiquidity' })
  await call({ call: collect, args: [[id, of('trader'), most, most]], difference: 'collect' })
  await call({ call: 'burn(uint256)', args: [id], difference: 'burn' })
  const gone = [[id, of('trader'), most, most]]
  await call({ call: collect, args: gone, difference: 'collect of a position that was burnt' })
}
