import type { RealChain } from '../world/real-chain.ts'
import type { Market } from './market.ts'
import { deployV3, pairParams } from './v3-pool.ts'

const far = 4_000_000_000n
const fullRange = { tick_lower: '-887220', tick_upper: '887220' }
/** The first position that the vault opens: the trader has five. */
const first = '6'
const keeper = { position_manager: 'v3 positions', token_id: first }

const position = (chain: RealChain) => ({
  position_manager: 'v3 positions',
  fee: '3000',
  ...pairParams(chain, [
    ['WETH', '1', '0.9'],
    ['USDC', '3000', '2700'],
  ]),
})

const positionCase = { after: ['uniswap_v3/mint'] }

export const uniswapV3: Market = {
  protocol: 'uniswap_v3',
  real: '@uniswap/v3-periphery',
  needs: ['@uniswap/v3-core', '@uniswap/swap-router-contracts'],
  decoders: [
    { contract: 'UniswapV3Decoder', args: ({ of }) => [of('v3 positions')] },
    { contract: 'UniswapV3SwapRouter02Decoder', args: ({ of }) => [of('v3 positions')] },
  ],
  deploy: deployV3,
  cases: [
    {
      route: 'uniswap_v3/swap',
      params: {
        router: 'v3 router',
        token_in: 'USDC',
        token_out: 'WETH',
        fee: '3000',
        amount: '3000',
        minimum: '0.99',
      },
      refusals: [
        { params: { minimum: '1' }, reason: 'Too little received' },
        { params: { amount: '2000000', minimum: '1' }, reason: 'STF' },
      ],
    },
    {
      route: 'uniswap_v3/swap_through',
      params: {
        router: 'v3 router',
        token_in: 'WETH',
        token_out: 'DAI',
        via: ['USDC'],
        fee: '500',
        next_fees: ['100'],
        amount: '1',
        minimum: '2900',
      },
      refusals: [{ params: { minimum: '3000' }, reason: 'Too little received' }],
    },
    {
      route: 'uniswap_v3/swap_02',
      real: '@uniswap/swap-router-contracts',
      decoder: 'UniswapV3SwapRouter02Decoder',
      params: {
        router: 'v3 router 02',
        token_in: 'USDC',
        token_out: 'WETH',
        fee: '3000',
        amount: '3000',
        minimum: '0.99',
      },
      refusals: [{ params: { minimum: '1' }, reason: 'Too little received' }],
    },
    {
      route: 'uniswap_v3/swap_through_02',
      real: '@uniswap/swap-router-contracts',
      decoder: 'UniswapV3SwapRouter02Decoder',
      params: {
        router: 'v3 router 02',
        token_in: 'WETH',
        token_out: 'DAI',
        via: ['USDC'],
        fee: '500',
        next_fees: ['100'],
        amount: '1',
        minimum: '2900',
      },
    },
    {
      route: 'uniswap_v3/swap_native',
      params: {
        router: 'v3 router',
        token_in: 'WETH',
        token_out: 'USDC',
        fee: '500',
        amount: '1',
        minimum: '2900',
      },
    },
    {
      route: 'uniswap_v3/swap_to',
      params: {
        router: 'v3 router',
        token_in: 'USDC',
        token_out: 'WETH',
        recipient: 'stranger',
        fee: '3000',
        amount: '3000',
        minimum: '0.99',
      },
    },
    {
      route: 'uniswap_v3/mint',
      params: (chain) => ({ ...position(chain), ...fullRange }),
      refusals: [
        { params: { minimum0: '1000000', minimum1: '1000000' }, reason: 'Price slippage check' },
      ],
    },
    {
      route: 'uniswap_v3/mint_native',
      params: (chain) => ({ ...position(chain), ...fullRange, value: '1' }),
    },
    {
      route: 'uniswap_v3/mint_to',
      params: (chain) => ({ ...position(chain), ...fullRange, owner: 'stranger' }),
    },
    {
      route: 'uniswap_v3/increase_liquidity',
      ...positionCase,
      params: (chain) => ({ ...position(chain), ...keeper, fee: undefined }),
    },
    {
      route: 'uniswap_v3/increase_liquidity_native',
      ...positionCase,
      params: (chain) => ({ ...position(chain), ...keeper, fee: undefined, value: '1' }),
    },
    {
      route: 'uniswap_v3/increase_liquidity_of',
      after: ['uniswap_v3/mint_to'],
      params: (chain) => ({ ...position(chain), ...keeper, fee: undefined, owner: 'stranger' }),
    },
    {
      route: 'uniswap_v3/decrease_liquidity',
      ...positionCase,
      params: (chain) => {
        const { token0, token1 } = pairParams(chain, [
          ['WETH', ''],
          ['USDC', ''],
        ])
        return {
          ...keeper,
          token0,
          token1,
          share_bps: '2500',
          minimum0: '0.00001',
          minimum1: '0.00001',
        }
      },
      refusals: [{ params: { minimum0: '1000000' }, reason: 'Price slippage check' }],
    },
    {
      route: 'uniswap_v3/collect',
      after: ['uniswap_v3/mint', 'uniswap_v3/decrease_liquidity'],
      params: { ...keeper },
    },
    {
      route: 'uniswap_v3/burn',
      ...positionCase,
      // An empty position alone can be burnt.
      prepare: emptyPosition,
      params: { ...keeper },
    },
  ],
}

async function emptyPosition(chain: RealChain): Promise<void> {
  const [, , , , , , , liquidity] = (await chain.read({
    to: 'v3 positions',
    call: 'positions(uint256) view returns (uint96, address, address, address, uint24, int24, int24, uint128)',
    args: [BigInt(first)],
  })) as readonly bigint[]
  const call = (signature: string, args: readonly unknown[]) =>
    chain.act({ to: 'v3 positions', from: 'Vault', call: signature, args })
  await call('decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))', [
    [BigInt(first), liquidity, 0n, 0n, far],
  ])
  const max = 2n ** 128n - 1n
  await call('collect((uint256,address,uint128,uint128))', [
    [BigInt(first), chain.of('Vault'), max, max],
  ])
}
