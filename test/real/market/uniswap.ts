import type { Address } from '@vaultwright/base'
import { realArtifactOf } from '../package/real-artifact.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Market } from './market.ts'

const approve = 'approve(address,uint256)'
const far = 4_000_000_000n

/** Lets a contract take tokens of the trader. */
export async function traderApproves(
  chain: RealChain,
  spender: Address,
  tokens: readonly string[],
): Promise<void> {
  for (const to of tokens) {
    await chain.act({ to, from: 'trader', call: approve, args: [spender, 10n ** 40n] })
  }
}

/** Base units of a token of the world. */
export const units = (amount: number, decimals: number) =>
  (BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n

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

const fullRange = { tick_lower: '-887220', tick_upper: '887220' }
/** The first position that the vault opens: the trader has five. */
const first = '6'
const keeper = { position_manager: 'v3 positions', token_id: first }

/** Two tokens in the order that pools keep them, and values for each of them. */
function paired<Value>(
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

async function deployV3(chain: RealChain): Promise<void> {
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
