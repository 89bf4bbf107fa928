import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { permit2Address } from '@vaultwright/protocols'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { takePackage } from '../package/package-store.ts'
import { realArtifactOf } from '../package/real-artifact.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Market } from './market.ts'
import { traderApproves, units } from './trader.ts'
import { pairParams, sqrtPriceOf } from './v3-pool.ts'

const far = 4_000_000_000n

export const permit2: Market = {
  protocol: 'permit2',
  real: '@uniswap/v4-periphery',
  decoders: [{ contract: 'Permit2Decoder' }],
  deploy: deployPermit2,
  cases: [
    {
      route: 'permit2/approve',
      params: { permit2: 'Permit2', token: 'USDC', spender: 'trader', amount: '12.5' },
      follow: async (chain) => {
        const args = [chain.of('Vault'), chain.of('trader'), 12_500_000n, chain.of('USDC')]
        const call = 'transferFrom(address,address,uint160,address)'
        await chain.act({ to: 'Permit2', from: 'trader', call, args })
      },
    },
    {
      route: 'permit2/lockdown',
      after: ['permit2/approve'],
      params: { permit2: 'Permit2', token: 'USDC', spender: 'trader' },
    },
  ],
}

async function deployPermit2(chain: RealChain): Promise<void> {
  const taken = await takePackage('@uniswap/v4-periphery')
  if ('missing' in taken) throw new Error(taken.missing)
  // The package deploys it from its code for the one address that it has on every chain.
  const source = join(taken.folder, 'lib/permit2/test/utils/DeployPermit2.sol')
  const [, code] = /hex"([0-9a-f]+)"/.exec(readFileSync(source, 'utf8'))!
  await chain.ask('anvil_setCode', permit2Address, `0x${code}`)
  chain.place('Permit2', permit2Address)
}

const hookless = { hooks: zeroAddress, tick_spacing: '60', fee: '3000' }
const wide = { tick_lower: '-887220', tick_upper: '887220' }
/** The first position that the vault opens: the trader has two. */
const first = { position_manager: 'v4 positions', token_id: '3', hooks: zeroAddress }
const opening = {
  position_manager: 'v4 positions',
  ...hookless,
  ...wide,
  liquidity: '50000000000000',
}

const paid = (chain: RealChain, minimum?: true) =>
  pairParams(chain, [
    ['WETH', '1', ...(minimum ? ['0.000001'] : [])] as [string, string, string?],
    ['USDC', '3000', ...(minimum ? ['0.000001'] : [])] as [string, string, string?],
  ])
const paidNative = (chain: RealChain) => ({
  token0: zeroAddress,
  amount0: '1',
  token1: chain.of('USDC'),
  amount1: '3000',
})
const least = (chain: RealChain) => {
  const { token0, token1 } = paid(chain)
  return { token0, token1, minimum0: '0.000001', minimum1: '0.000001' }
}
/** The lower token of the pair first. */
const inOrder = (chain: RealChain) => {
  const { token0 } = paid(chain)
  return token0 === chain.of('WETH') ? ['WETH', 'USDC'] : ['USDC', 'WETH']
}

/** The amount that a swap sells and the minimum it buys, whichever token is the lower one. */
const sold: Readonly<Record<string, { readonly amount: string; readonly minimum: string }>> = {
  WETH: { amount: '1', minimum: '2900' },
  USDC: { amount: '3000', minimum: '0.98' },
}

export const uniswapV4: Market = {
  protocol: 'uniswap_v4',
  real: '@uniswap/v4-periphery',
  needs: ['@uniswap/universal-router'],
  decoders: [{ contract: 'UniswapV4Decoder', args: ({ of }) => [of('v4 positions')] }],
  deploy: deployV4,
  cases: [
    {
      route: 'uniswap_v4/swap_zero_for_one',
      real: '@uniswap/universal-router',
      params: (chain) => {
        const [token_in, token_out] = inOrder(chain)
        return { router: 'universal router', token_in, token_out, ...hookless, ...sold[token_in!] }
      },
      refusals: [{ params: { minimum: '4000' }, reason: 'V4TooLittleReceived(uint256,uint256)' }],
    },
    {
      route: 'uniswap_v4/swap_zero_for_one',
      real: '@uniswap/universal-router',
      variant: 'exact out',
      params: (chain) => {
        const [token_in, token_out] = inOrder(chain)
        const both = { ...hookless, ...sold[token_in!], exact_out: true }
        return { router: 'universal router', token_in, token_out, ...both }
      },
    },
    {
      route: 'uniswap_v4/swap_zero_for_one',
      real: '@uniswap/universal-router',
      variant: 'native',
      sendsValue: true,
      params: {
        router: 'universal router',
        token_in: zeroAddress,
        token_out: 'USDC',
        ...hookless,
        ...sold.WETH,
      },
    },
    {
      route: 'uniswap_v4/swap_one_for_zero',
      real: '@uniswap/universal-router',
      params: (chain) => {
        const [token_out, token_in] = inOrder(chain)
        return { router: 'universal router', token_in, token_out, ...hookless, ...sold[token_in!] }
      },
      refusals: [{ params: { minimum: '4000' }, reason: 'V4TooLittleReceived(uint256,uint256)' }],
    },
    {
      route: 'uniswap_v4/mint',
      params: (chain) => ({ ...opening, ...paid(chain) }),
      refusals: [
        {
          params: { liquidity: '80000000000000' },
          reason: 'MaximumAmountExceeded(uint128,uint128)',
        },
      ],
    },
    {
      route: 'uniswap_v4/mint',
      variant: 'native',
      sendsValue: true,
      params: (chain) => ({ ...opening, ...paidNative(chain) }),
    },
    {
      route: 'uniswap_v4/mint_swept',
      sendsValue: true,
      params: (chain) => ({ ...opening, ...paidNative(chain) }),
    },
    {
      route: 'uniswap_v4/mint_closed',
      params: (chain) => ({ ...opening, ...paid(chain) }),
    },
    {
      route: 'uniswap_v4/increase_liquidity',
      after: ['uniswap_v4/mint'],
      params: (chain) => ({ ...first, liquidity: '40000000000000', ...paid(chain) }),
    },
    {
      route: 'uniswap_v4/increase_liquidity_swept',
      after: ['uniswap_v4/mint_swept'],
      sendsValue: true,
      params: (chain) => ({ ...first, liquidity: '40000000000000', ...paidNative(chain) }),
    },
    {
      route: 'uniswap_v4/increase_liquidity_closed',
      after: ['uniswap_v4/mint_closed'],
      params: (chain) => ({ ...first, liquidity: '40000000000000', ...paid(chain) }),
    },
    {
      route: 'uniswap_v4/decrease_liquidity',
      after: ['uniswap_v4/mint'],
      params: (chain) => ({ ...first, liquidity: '10000000000000', ...least(chain) }),
      refusals: [
        {
          params: { minimum0: '1000000', minimum1: '1000000' },
          reason: 'MinimumAmountInsufficient(uint128,uint128)',
        },
      ],
    },
    {
      route: 'uniswap_v4/decrease_liquidity_closed',
      after: ['uniswap_v4/mint'],
      params: (chain) => ({ ...first, liquidity: '10000000000000', ...least(chain) }),
    },
    {
      route: 'uniswap_v4/burn',
      after: ['uniswap_v4/mint'],
      params: (chain) => ({ ...first, ...least(chain) }),
    },
    {
      route: 'uniswap_v4/burn_closed',
      after: ['uniswap_v4/mint'],
      params: (chain) => ({ ...first, ...least(chain) }),
    },
  ],
}

async function deployV4(chain: RealChain): Promise<void> {
  const artifact = (name: string, file = name) =>
    realArtifactOf('@uniswap/v4-periphery', `foundry-out/${name}.sol/${file}.json`)
  const owner = chain.of('owner')
  await chain.deploy('v4 pools', await artifact('PoolManager', 'PoolManager.default'), [owner])
  const pools = chain.of('v4 pools')
  const keeper = [pools, permit2Address, 300_000n, zeroAddress, chain.of('WETH')]
  await chain.deploy('v4 positions', await artifact('PositionManager'), keeper)
  await chain.deploy('v4 view', await artifact('StateView'), [pools])
  await chain.deploy('v4 quoter', await artifact('V4Quoter'), [pools])
  const place = (name: string) => chain.names.get(name) ?? zeroAddress
  const hash = `0x${'00'.repeat(32)}`
  const router = 'artifacts/contracts/UniversalRouter.sol/UniversalRouter.json'
  await chain.deploy(
    'universal router',
    await realArtifactOf('@uniswap/universal-router', router),
    [
      [
        permit2Address,
        chain.of('WETH'),
        place('v2 factory'),
        place('v3 factory'),
        hash,
        hash,
        pools,
        place('v3 positions'),
        chain.of('v4 positions'),
        zeroAddress,
      ],
    ],
  )
  await traderApproves(chain, permit2Address, ['WETH', 'USDC'])
  for (const token of ['WETH', 'USDC']) {
    const args = [chain.of(token), chain.of('v4 positions'), 2n ** 150n, far]
    const call = 'approve(address,address,uint160,uint48)'
    await chain.act({ to: 'Permit2', from: 'trader', call, args })
  }
  await openPool(chain, inOrder(chain).map(chain.of))
  await openPool(chain, [zeroAddress, chain.of('USDC')])
}

/** Opens a pool with the trader's position over its whole range. */
async function openPool(chain: RealChain, pair: readonly Address[]): Promise<void> {
  const key = [...pair, 3000, 60, zeroAddress]
  const amounts = pair.map((token) =>
    token === chain.of('USDC') ? units(3e6, 6) : units(1000, 18),
  )
  const [amount0, amount1] = amounts as [bigint, bigint]
  await chain.act({
    to: 'v4 pools',
    call: 'initialize((address,address,uint24,int24,address),uint160)',
    args: [key, sqrtPriceOf(amount0, amount1)],
  })
  const liquidity = units(50_000, 12)
  const minted = encodeAbiParameters(
    parseAbiParameters(
      '(address,address,uint24,int24,address), int24, int24, uint256, uint128, uint128, address, bytes',
    ),
    [key as never, -887220, 887220, liquidity, amount0, amount1, chain.of('trader'), '0x'],
  )
  const settled = encodeAbiParameters(parseAbiParameters('address, address'), pair as never)
  const swept = encodeAbiParameters(parseAbiParameters('address, address'), [
    pair[0]!,
    chain.of('trader'),
  ])
  const plan = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [
    '0x020d14' as Hex,
    [minted, settled, swept],
  ])
  await chain.act({
    to: 'v4 positions',
    from: 'trader',
    call: 'modifyLiquidities(bytes,uint256) payable',
    args: [plan, far],
    value: pair[0] === zeroAddress ? amount0 : 0n,
  })
}
