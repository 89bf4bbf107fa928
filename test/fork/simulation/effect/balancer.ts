import { encodeAbiParameters, parseAbiParameters } from 'viem'
import type { ChainStep, EffectCase } from './case.ts'
import { minted, owner, usd, wad } from './chain-step.ts'

const eth = 'Local ETH'
const vault = 'Balancer vault'
const pool = 'Balancer pool'
const most = 2n ** 256n - 1n

/** A pool of 200,000 USDC and 100 WETH that keeps 30 basis points of each swap. */
const opened: readonly ChainStep[] = [
  (effectChain) =>
    effectChain.place(pool, 'BalancerPool', [
      effectChain.of(vault),
      'USDC/WETH',
      'B-USDC-WETH',
      (3n * wad) / 1000n,
    ]),
  owner(vault, 'registerPool(address,address,address)', [pool, 'USDC', 'WETH']),
  owner('USDC', 'approve(address,uint256)', [vault, most]),
  owner('WETH', 'approve(address,uint256)', [vault, most]),
  async (effectChain) => {
    const amounts = [200_000n * usd, 100n * wad]
    const data = encodeAbiParameters(parseAbiParameters('uint256, uint256[]'), [0n, amounts])
    const self = effectChain.of('owner')
    await effectChain.act([
      vault,
      'joinPool(bytes32,address,address,(address[],uint256[],bytes,bool))',
      [
        await effectChain.ask([pool, 'getPoolId() view returns (bytes32)']),
        self,
        self,
        [[effectChain.of('USDC'), effectChain.of('WETH')], amounts, data, false],
      ],
    ])
  },
]

const assets = ['USDC', 'WETH']

/** Balancer v2 without its loans. */
export const balancerCases: readonly EffectCase[] = [
  {
    rows: [28, 29],
    what: 'Balancer v2: swaps both ways of counting, join, exit',
    vault: eth,
    steps: [
      ...opened,
      minted('USDC', eth, 10_000n * usd),
      {
        route: 'balancer_v2/swap',
        params: {
          vault,
          pool,
          token_in: 'WETH',
          token_out: 'USDC',
          amount: '1',
          minimum: '1970',
        },
        // 200,000 × 0.997 / 100.997
        changes: { WETH: '-1', USDC: ['1974.316', '1974.317'] },
      },
      {
        route: 'balancer_v2/swap',
        params: {
          vault,
          pool,
          token_in: 'USDC',
          token_out: 'WETH',
          exact_out: true,
          amount: '2000',
          minimum: '0.5',
        },
        changes: { USDC: ['-988.17', '-988.16'], WETH: '0.5' },
        left: ['USDC for Balancer vault'],
      },
      {
        route: 'balancer_v2/join',
        params: { vault, pool, assets, amounts: ['2000', '1'], minimum: '0.00004' },
        changes: { USDC: '-2000', WETH: '-1', [pool]: ['0.00004472', '0.00004473'] },
      },
      {
        // Everything, as nothing else is said.
        route: 'balancer_v2/exit',
        params: { vault, pool, assets, minimums: ['1900', '0.9'] },
        changes: {
          USDC: ['1990.2', '1990.3'],
          WETH: ['1.0049', '1.005'],
          [pool]: ['-0.00004473', '-0.00004472'],
        },
      },
    ],
  },
]
