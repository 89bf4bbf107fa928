import type { Address } from '@vaultwright/base'
import { realArtifactOf } from '../package/real-artifact.ts'
import type { Market } from './market.ts'
import { traderApproves, units } from './trader.ts'

const far = 4_000_000_000n
const v2Pair = { router: 'v2 router', token_a: 'WETH', token_b: 'USDC' }

export const uniswapV2: Market = {
  protocol: 'uniswap_v2',
  real: '@uniswap/v2-periphery',
  needs: ['@uniswap/v2-core'],
  decoders: [{ contract: 'UniswapV2Decoder' }],
  deploy: async (chain) => {
    const factory = await realArtifactOf('@uniswap/v2-core', 'build/UniswapV2Factory.json')
    await chain.deploy('v2 factory', factory, [chain.of('owner')])
    const router = await realArtifactOf('@uniswap/v2-periphery', 'build/UniswapV2Router02.json')
    await chain.deploy('v2 router', router, [chain.of('v2 factory'), chain.of('WETH')])
    await traderApproves(chain, chain.of('v2 router'), ['WETH', 'USDC', 'DAI'])
    const add = async (first: [string, bigint], second: [string, bigint]) => {
      const [tokens, amounts] = [[first[0], second[0]].map(chain.of), [first[1], second[1]]]
      await chain.act({
        to: 'v2 router',
        from: 'trader',
        call: 'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
        args: [...tokens, ...amounts, 1n, 1n, chain.of('trader'), far],
      })
      const pair = await chain.read({
        to: 'v2 factory',
        call: 'getPair(address,address) view returns (address)',
        args: tokens,
      })
      chain.place(`v2 ${first[0]}/${second[0]}`, pair as Address)
    }
    await add(['WETH', units(3000, 18)], ['USDC', units(9_000_000, 6)])
    await add(['USDC', units(5_000_000, 6)], ['DAI', units(5_000_000, 18)])
  },
  cases: [
    {
      route: 'uniswap_v2/swap',
      params: {
        router: 'v2 router',
        token_in: 'USDC',
        token_out: 'DAI',
        amount: '1000',
        minimum: '990',
      },
      refusals: [
        { params: { minimum: '1000' }, reason: 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT' },
        {
          params: { amount: '2000000', minimum: '1' },
          reason: 'TransferHelper: TRANSFER_FROM_FAILED',
        },
      ],
    },
    {
      route: 'uniswap_v2/swap_exact_out',
      params: {
        router: 'v2 router',
        token_in: 'USDC',
        token_out: 'DAI',
        amount: '1000',
        bought: '990',
      },
      refusals: [{ params: { bought: '1000' }, reason: 'UniswapV2Router: EXCESSIVE_INPUT_AMOUNT' }],
    },
    {
      route: 'uniswap_v2/swap_native',
      params: {
        router: 'v2 router',
        token_in: 'WETH',
        token_out: 'USDC',
        amount: '1',
        minimum: '2900',
      },
      refusals: [
        { params: { minimum: '3000' }, reason: 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT' },
      ],
    },
    {
      route: 'uniswap_v2/swap_native_exact_out',
      params: {
        router: 'v2 router',
        token_in: 'WETH',
        token_out: 'USDC',
        amount: '1',
        bought: '2900',
      },
      refusals: [{ params: { bought: '3000' }, reason: 'UniswapV2Router: EXCESSIVE_INPUT_AMOUNT' }],
    },
    {
      route: 'uniswap_v2/swap_for_native',
      params: {
        router: 'v2 router',
        token_in: 'USDC',
        token_out: 'WETH',
        amount: '3000',
        minimum: '0.99',
      },
      refusals: [
        { params: { minimum: '1' }, reason: 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT' },
      ],
    },
    {
      route: 'uniswap_v2/swap_for_native_exact_out',
      params: {
        router: 'v2 router',
        token_in: 'USDC',
        token_out: 'WETH',
        amount: '3100',
        bought: '1',
      },
      refusals: [{ params: { amount: '3000' }, reason: 'UniswapV2Router: EXCESSIVE_INPUT_AMOUNT' }],
    },
    {
      route: 'uniswap_v2/add_liquidity',
      params: { ...v2Pair, amount_a: '1', amount_b: '3001', minimum_a: '0.99', minimum_b: '2990' },
      refusals: [
        { params: { minimum_b: '3001' }, reason: 'UniswapV2Router: INSUFFICIENT_B_AMOUNT' },
      ],
    },
    {
      route: 'uniswap_v2/remove_liquidity',
      after: ['uniswap_v2/add_liquidity'],
      params: { ...v2Pair, pool: 'v2 WETH/USDC', minimum_a: '0.9', minimum_b: '2900' },
      refusals: [
        { params: { minimum_a: '1.1' }, reason: 'UniswapV2Router: INSUFFICIENT_A_AMOUNT' },
      ],
    },
    {
      route: 'uniswap_v2/add_liquidity_native',
      params: {
        router: 'v2 router',
        token: 'USDC',
        amount: '3000',
        value: '1.01',
        minimum: '2900',
        minimum_native: '0.9',
      },
    },
    {
      route: 'uniswap_v2/remove_liquidity_native',
      after: ['uniswap_v2/add_liquidity_native'],
      params: {
        router: 'v2 router',
        token: 'USDC',
        pool: 'v2 WETH/USDC',
        amount: '0.00001',
        minimum: '500',
        minimum_native: '0.1',
      },
    },
  ],
}
