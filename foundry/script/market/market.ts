import { type Address, encodeAbiParameters, getAddress, keccak256 } from 'viem'
import { accountOf } from '../account.ts'
import { transactionOf } from '../deploy.ts'
import type { Of } from '../plan/piece.ts'
import type { Session } from '../session.ts'
import type { Step } from '../step.ts'
import { borrowing } from './interest.ts'
import { fixedYield, pendleLiquidity, rewards } from './yield-market.ts'

const wad = 10n ** 18n
const usd = 10n ** 6n
const ether = (amount: bigint) => amount * wad
const dollars = (amount: bigint) => amount * usd
const most = 2n ** 256n - 1n
const owner = accountOf('owner')

/** The price of a pool of both at 1 WETH = 2,000 USDC. */
export const sqrtPrice = (of: Of) => sqrtPriceAt(of, 2_000n * usd)

/** The price of a pool of both at so many millionths of a USDC for 1 WETH. */
export const sqrtPriceAt = (of: Of, price: bigint) =>
  BigInt(of('WETH')) < BigInt(of('USDC'))
    ? sqrt((price * 2n ** 192n) / wad)
    : sqrt((wad * 2n ** 192n) / price)

/**
 * Prices, liquidity and money: what the protocols need before a vault comes.
 *
 * @param session - a chain with everything deployed.
 * @param of - where things are.
 * @param atUnix - the time of the last block · unix s.
 * @returns the time of the last block.
 */
export async function openMarkets(session: Session, of: Of, atUnix: number): Promise<number> {
  let time = atUnix
  const block = async (steps: readonly Step[]) => {
    time += 12
    await session.block(
      time,
      steps.map((step) => transactionOf(step, of)),
    )
  }
  await block([...prices(of), ...reserves(of), ...morphoMarket(of)])
  await block(money(of))
  await block(pool(of))
  const [token0, token1] = sortedPair(of)
  const pair = [token0, token1, 500] as const
  const factory = of('Uniswap factory')
  const poolResult = await session.read(factory, {
    contract: 'UniswapFactory',
    name: 'getPool',
    args: pair,
  })
  const uniswap: Address = getAddress(`0x${poolResult.slice(-40)}`)
  await block([{ to: uniswap, contract: 'UniswapPool', name: 'initialize', args: [sqrtPrice(of)] }])
  await block(liquidity(of, time + 3600))
  await block(rewards(of))
  await block(fixedYield(of))
  await block([...pendleLiquidity(of), ...borrowing(of)])
  return time
}

/** The parameters of the Morpho market that the trees permit. */
export function morphoMarketOf(of: Of): readonly [Address, Address, Address, Address, bigint] {
  return [of('USDC'), of('WETH'), of('Morpho oracle'), of('Morpho rate'), (86n * wad) / 100n]
}

/** The id of that market. */
export function morphoMarketIdOf(of: Of): `0x${string}` {
  const types = ['address', 'address', 'address', 'address', 'uint256'].map((type) => ({ type }))
  return keccak256(encodeAbiParameters(types, morphoMarketOf(of)))
}

/** WETH and USDC in the order in which pools have them. */
export function sortedPair(of: Of): readonly [Address, Address] {
  const [weth, usdc] = [of('WETH'), of('USDC')]
  return BigInt(weth) < BigInt(usdc) ? [weth, usdc] : [usdc, weth]
}

const prices = (of: Of): readonly Step[] =>
  (
    [
      ['WETH', 2_000n],
      ['USDC', 1n],
      ['DAI', 1n],
    ] as const
  ).map(([token, price]) => ({
    to: 'Price oracle',
    contract: 'PriceOracle',
    name: 'setAssetPrice',
    args: [of(token), price * 10n ** 8n],
  }))

const ray = 10n ** 27n

const reserves = (of: Of): readonly Step[] => [
  {
    to: 'Compound USDC',
    contract: 'Comet',
    name: 'listCollateral',
    args: [of('WETH'), (80n * wad) / 100n],
  },
  ...(['WETH', 'USDC'] as const).map((token) => ({
    to: 'Aave pool',
    contract: 'AavePool',
    name: 'initReserve',
    args: [of(token), 8_000, 8_500, (3n * ray) / 100n],
  })),
]

const morphoMarket = (of: Of): readonly Step[] => [
  { to: 'Morpho', contract: 'Morpho', name: 'enableIrm', args: [of('Morpho rate')] },
  { to: 'Morpho', contract: 'Morpho', name: 'enableLltv', args: [(86n * wad) / 100n] },
  { to: 'Morpho', contract: 'Morpho', name: 'createMarket', args: [morphoMarketOf(of)] },
]

const money = (of: Of): readonly Step[] => {
  const mint = (token: string, to: Address, amount: bigint): Step => ({
    to: token,
    contract: 'MintableToken',
    name: 'mint',
    args: [to, amount],
  })
  const wrap = (from: Address, value: bigint): Step => ({
    from,
    to: 'WETH',
    contract: 'WrappedNative',
    name: 'deposit',
    value,
  })
  return [
    wrap(owner, ether(4_000n)),
    wrap(accountOf('depositor'), ether(1_000n)),
    wrap(accountOf('solver'), ether(1_000n)),
    mint('USDC', owner, dollars(50_000_000n)),
    mint('USDC', accountOf('depositor'), dollars(5_000_000n)),
    mint('USDC', accountOf('solver'), dollars(5_000_000n)),
    mint('DAI', owner, ether(20_000_000n)),
    mint('CRV', owner, ether(1_000_000n)),
    ...['FEE', 'SKIM', 'HUSH', 'LIE'].map((token) => mint(token, of('Local ETH'), ether(1_000n))),
    mint('USDT', of('Local ETH'), dollars(10_000n)),
  ]
}

const approve = (token: string, spender: Address, from = owner): Step => ({
  from,
  to: token,
  contract: 'MintableToken',
  name: 'approve',
  args: [spender, most],
})

const pool = (of: Of): readonly Step[] => [
  {
    to: 'Uniswap factory',
    contract: 'UniswapFactory',
    name: 'createPool',
    args: [of('WETH'), of('USDC'), 500],
  },
  ...['Aave pool', 'Compound USDC', 'Morpho', 'Uniswap positions'].flatMap((spender) => [
    approve('USDC', of(spender)),
    approve('WETH', of(spender)),
  ]),
  approve('USDC', of('Curve USDC/DAI')),
  approve('DAI', of('Curve USDC/DAI')),
  approve('CRV', of('Curve gauge')),
  ...['depositor', 'solver'].flatMap((name) =>
    (
      [
        ['WETH', 'Local ETH'],
        ['USDC', 'Local USD'],
      ] as const
    ).map(([token, vault]) => approve(token, of(vault), accountOf(name as 'depositor'))),
  ),
]

const liquidity = (of: Of, deadline: number): readonly Step[] => {
  const [token0, token1] = sortedPair(of)
  const [amount0, amount1] =
    token0 === of('WETH')
      ? [ether(1_000n), dollars(2_000_000n)]
      : [dollars(2_000_000n), ether(1_000n)]
  const send = (token: string, to: string, amount: bigint): Step => ({
    to: token,
    contract: 'MintableToken',
    name: 'transfer',
    args: [of(to), amount],
  })
  const supply = (token: string, amount: bigint): Step => ({
    to: 'Aave pool',
    contract: 'AavePool',
    name: 'supply',
    args: [of(token), amount, owner, 0],
  })
  return [
    supply('WETH', ether(500n)),
    supply('USDC', dollars(5_000_000n)),
    {
      to: 'Compound USDC',
      contract: 'Comet',
      name: 'supply',
      args: [of('USDC'), dollars(5_000_000n)],
    },
    {
      to: 'Morpho',
      contract: 'Morpho',
      name: 'supply',
      args: [morphoMarketOf(of), dollars(5_000_000n), 0n, owner, '0x'],
    },
    {
      to: 'Uniswap positions',
      contract: 'NonfungiblePositionManager',
      name: 'mint',
      args: [
        [token0, token1, 500, -887_270, 887_270, amount0, amount1, 0n, 0n, owner, BigInt(deadline)],
      ],
    },
    {
      to: 'Curve USDC/DAI',
      contract: 'CurvePool',
      name: 'add_liquidity',
      args: [[dollars(5_000_000n), ether(5_000_000n)], 0n],
    },
    send('WETH', 'Balancer vault', ether(500n)),
    send('USDC', 'Balancer vault', dollars(5_000_000n)),
    send('WETH', 'Tampering lender', ether(100n)),
  ]
}

function sqrt(value: bigint): bigint {
  let root = value
  for (let next = (value + 1n) / 2n; next < root; next = (root + value / root) / 2n) root = next
  return root
}
