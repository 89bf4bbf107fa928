import { type Address, zeroAddress } from '@vaultwright/base'
import { getContractAddress } from 'viem'
import { realArtifactOf } from '../package/real-artifact.ts'
import type { RealPackageName } from '../package/real-package.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Market } from './market.ts'
import { traderApproves, units } from './trader.ts'
import { paired, pairParams, sqrtPriceOf } from './v3-pool.ts'

const far = 4_000_000_000n
const wide = { tick_lower: '-887220', tick_upper: '887220' }
/** The deployer of usual pools. */
const usual = { deployer: zeroAddress }
/** The first position that the vault opens: the trader has two. */
const keeper = { position_manager: 'Algebra positions', token_id: '3' }
const swap = { router: 'Algebra router', ...usual }

const position = (chain: RealChain) => ({
  position_manager: 'Algebra positions',
  ...usual,
  ...pairParams(chain, [
    ['WETH', '1', '0.9'],
    ['USDC', '3000', '2700'],
  ]),
})

export const algebra: Market = {
  protocol: 'algebra',
  real: '@cryptoalgebra/integral-periphery',
  needs: ['@cryptoalgebra/integral-core'],
  decoders: [{ contract: 'AlgebraV4Decoder', args: ({ of }) => [of('Algebra positions')] }],
  deploy: deployAlgebra,
  cases: [
    {
      route: 'algebra/swap',
      params: { ...swap, token_in: 'USDC', token_out: 'WETH', amount: '3000', minimum: '0.99' },
      refusals: [
        { params: { minimum: '1' }, reason: 'Too little received' },
        { params: { amount: '2000000', minimum: '1' }, reason: 'STF' },
      ],
    },
    {
      route: 'algebra/swap_through',
      params: {
        ...swap,
        token_in: 'WETH',
        token_out: 'DAI',
        via: ['USDC'],
        next_deployers: [zeroAddress],
        amount: '1',
        minimum: '2900',
      },
      refusals: [{ params: { minimum: '3000' }, reason: 'Too little received' }],
    },
    {
      route: 'algebra/mint',
      params: (chain) => ({ ...position(chain), ...wide }),
      refusals: [
        { params: { minimum0: '1000000', minimum1: '1000000' }, reason: 'Price slippage check' },
      ],
    },
    {
      route: 'algebra/increase_liquidity',
      after: ['algebra/mint'],
      params: (chain) => ({ ...position(chain), ...keeper }),
    },
    {
      route: 'algebra/decrease_liquidity',
      after: ['algebra/mint'],
      params: (chain) => {
        const [[token0], [token1]] = paired(chain, [
          ['WETH', null],
          ['USDC', null],
        ]) as [[Address, null], [Address, null]]
        const minimums = { minimum0: '0.00001', minimum1: '0.00001' }
        return { ...keeper, token0, token1, share_bps: '2500', ...minimums }
      },
      refusals: [{ params: { minimum0: '1000000' }, reason: 'Price slippage check' }],
    },
    {
      route: 'algebra/collect',
      after: ['algebra/mint', 'algebra/decrease_liquidity'],
      params: { ...keeper },
    },
    {
      route: 'algebra/burn',
      after: ['algebra/mint'],
      // An empty position alone can be burnt.
      prepare: emptyPosition,
      params: { ...keeper },
    },
  ],
}

async function emptyPosition(chain: RealChain): Promise<void> {
  const id = BigInt(keeper.token_id)
  const [, , , , , , , liquidity] = (await chain.read({
    to: 'Algebra positions',
    call: 'positions(uint256) view returns (uint88, address, address, address, address, int24, int24, uint128)',
    args: [id],
  })) as readonly bigint[]
  const act = (call: string, args: readonly unknown[]) =>
    chain.act({ to: 'Algebra positions', from: 'Vault', call, args })
  await act('decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))', [
    [id, liquidity, 0n, 0n, far],
  ])
  const max = 2n ** 128n - 1n
  await act('collect((uint256,address,uint128,uint128))', [[id, chain.of('Vault'), max, max]])
}

async function deployAlgebra(chain: RealChain): Promise<void> {
  const artifact = (of: RealPackageName, name: string) =>
    realArtifactOf(of, `artifacts/contracts/${name}.sol/${name}.json`)
  const core = '@cryptoalgebra/integral-core'
  const periphery = '@cryptoalgebra/integral-periphery'
  // Factory and deployer name each other: the factory comes right after.
  const owner = chain.of('owner')
  const nonce = BigInt((await chain.ask('eth_getTransactionCount', owner, 'latest')) as string)
  const factory = getContractAddress({ from: owner, nonce: nonce + 1n })
  await chain.deploy('Algebra deployer', await artifact(core, 'AlgebraPoolDeployer'), [factory])
  const deployer = chain.of('Algebra deployer')
  await chain.deploy('Algebra factory', await artifact(core, 'AlgebraFactory'), [deployer])
  const both = ['Algebra factory', 'WETH'].map(chain.of)
  const keeperCode = await artifact(periphery, 'NonfungiblePositionManager')
  // The descriptor draws pictures of positions: nothing here looks at one.
  await chain.deploy('Algebra positions', keeperCode, [...both, owner, deployer])
  const router = await artifact(periphery, 'SwapRouter')
  await chain.deploy('Algebra router', router, [...both, deployer])
  await traderApproves(chain, chain.of('Algebra positions'), ['WETH', 'USDC', 'DAI'])
  await openPool(chain, [
    ['WETH', units(1000, 18)],
    ['USDC', units(3_000_000, 6)],
  ])
  await openPool(chain, [
    ['USDC', units(3_000_000, 6)],
    ['DAI', units(3_000_000, 18)],
  ])
}

type Deposits = readonly (readonly [token: string, amount: bigint])[]

/** Opens a usual pool, and a position of the trader over all prices. */
async function openPool(chain: RealChain, deposits: Deposits): Promise<void> {
  const [[token0, amount0], [token1, amount1]] = paired(chain, deposits) as [
    [Address, bigint],
    [Address, bigint],
  ]
  const act = (call: string, args: readonly unknown[]) =>
    chain.act({ to: 'Algebra positions', from: 'trader', call, args })
  const price = sqrtPriceOf(amount0, amount1)
  await act('createAndInitializePoolIfNecessary(address,address,address,uint160,bytes)', [
    token0,
    token1,
    zeroAddress,
    price,
    '0x',
  ])
  const trader = chain.of('trader')
  await act(
    'mint((address,address,address,int24,int24,uint256,uint256,uint256,uint256,address,uint256))',
    [[token0, token1, zeroAddress, -887_220, 887_220, amount0, amount1, 0n, 0n, trader, far]],
  )
}
