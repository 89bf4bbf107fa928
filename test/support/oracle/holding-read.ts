import type { Address } from '@vaultwright/base'
import type { Moment } from './ledger.ts'
import { type Ratio, ratio } from './ratio.ts'

/** Something that a vault or its drone has, or owes. */
export type Held = {
  readonly protocol: string
  /** The token, or the coin's place. */
  readonly asset: Address
  /** Base units; below zero when owed. */
  readonly amount: bigint
  /** What it grows by, with the name under which another day has it; null when by nothing. */
  readonly index: { readonly key: string; readonly value: Ratio } | null
  readonly maturityUnix: bigint | null
}

/** The place that stands for the chain's own coin. */
export const coin: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

const balance = 'balanceOf(address) view returns (uint256)'

/** Whose things are looked at, and which day of the history it is: what may be held follows from the roots. */
export type Whose = {
  readonly name: string
  readonly vault: Address
  readonly drone: Address
  /** 1 from the first day, 2 from day 15, 3 from day 30. */
  readonly generation: 1 | 2 | 3
}

/**
 * Reads what a vault of the local chain may have: written down by hand from what happened there.
 *
 * @param moment - the chain at the end of a day.
 * @param whose - the vault.
 * @returns all that is not nothing.
 */
export async function readHoldings(moment: Moment, whose: Whose): Promise<readonly Held[]> {
  const { generation, vault, drone, name } = whose
  const asset = name === 'Local ETH' ? 'WETH' : 'USDC'
  const lists = await Promise.all([
    readCoin(moment, vault),
    ...['WETH', 'USDC'].map((token) => readIdle(moment, vault, token)),
    ...['WETH', 'USDC'].map((token) => readAave(moment, vault, token)),
    readCompound(moment, vault),
    readSavings(moment, vault, asset),
    ...(generation < 2
      ? []
      : [readIdle(moment, vault, 'DAI'), readCurve(moment, vault), readUniswap(moment, vault)]),
    ...(generation < 3
      ? []
      : [
          readIdle(moment, vault, 'SY WETH'),
          readShared(moment, vault, lido),
          readShared(moment, vault, etherFi),
          ...['wstETH', 'weETH'].map((token) => readWrapped(moment, vault, token)),
          ...(name === 'Local ETH' ? ['FEE', 'SKIM', 'HUSH', 'LIE', 'USDT'] : []).map((token) =>
            readIdle(moment, vault, token),
          ),
          readPrincipal(moment, vault),
          readMorpho(moment, vault),
          readShares(moment, vault, name === 'Local ETH' ? 'Local USD' : 'Local ETH'),
          readCoin(moment, drone),
          readIdle(moment, drone, 'WETH'),
          readAave(moment, drone, 'WETH'),
        ]),
  ])
  return lists.flat().filter(({ amount }) => amount !== 0n)
}

type Reader = (moment: Moment, holder: Address, token: string) => Promise<readonly Held[]>

const plain = { index: null, maturityUnix: null } as const

async function readCoin(moment: Moment, holder: Address): Promise<readonly Held[]> {
  const { client, block } = moment
  const amount = await client.getBalance({ address: holder, blockNumber: block })
  return [{ protocol: 'idle', asset: coin, amount, ...plain }]
}

const readIdle: Reader = async ({ ask, of }, holder, token) => {
  const amount = (await ask<bigint>(of(token), balance, holder)) ?? 0n
  return [{ protocol: 'idle', asset: of(token), amount, ...plain }]
}

/** The pool is asked for the share token by its position in the reserve's words, as nobody else here does. */
const readAave: Reader = async ({ ask, of }, holder, token) => {
  const pool = of('Aave pool')
  const words =
    'uint256,uint128,uint128,uint128,uint128,uint128,uint40,uint16,address,address,address'
  const data = await ask<readonly Address[]>(
    ...[pool, `getReserveData(address) view returns (${words},address,uint128,uint128,uint128)`],
    of(token),
  )
  if (data === null) return []
  const [supplied, borrowed] = [data[8]!, data[10]!]
  const [held, owed, income, cost] = await Promise.all([
    ask<bigint>(supplied, balance, holder),
    ask<bigint>(borrowed, balance, holder),
    ask<bigint>(pool, 'getReserveNormalizedIncome(address) view returns (uint256)', of(token)),
    ask<bigint>(
      pool,
      'getReserveNormalizedVariableDebt(address) view returns (uint256)',
      of(token),
    ),
  ])
  const asset = of(token)
  const found = { protocol: 'aave_v3', asset, maturityUnix: null } as const
  return [
    { ...found, amount: held!, index: { key: `aave supply ${asset}`, value: ratio(income!) } },
    { ...found, amount: -owed!, index: { key: `aave debt ${asset}`, value: ratio(cost!) } },
  ]
}

async function readCompound(moment: Moment, holder: Address): Promise<readonly Held[]> {
  const { ask, of } = moment
  const comet = of('Compound USDC')
  const [held, owed, pledged, income] = await Promise.all([
    ask<bigint>(comet, balance, holder),
    ask<bigint>(comet, 'borrowBalanceOf(address) view returns (uint256)', holder),
    ask<bigint>(
      ...([comet, 'collateralBalanceOf(address,address) view returns (uint128)'] as const),
      ...[holder, of('WETH')],
    ),
    ask<bigint>(comet, 'baseSupplyIndex() view returns (uint64)'),
  ])
  const asset = of('USDC')
  const index = { key: 'comet supply', value: ratio(income!) }
  return [
    { protocol: 'compound_v3', asset, amount: held!, index, maturityUnix: null },
    { protocol: 'compound_v3', asset, amount: -owed!, ...plain },
    { protocol: 'compound_v3', asset: of('WETH'), amount: pledged!, ...plain },
  ]
}

/** By the whole vault's assets, of which the shares are a part. */
const readSavings: Reader = async ({ ask, of }, holder, token) => {
  const savings = of(`Savings ${token}`)
  const [shares, supply, assets] = await Promise.all([
    ask<bigint>(savings, balance, holder),
    ask<bigint>(savings, 'totalSupply() view returns (uint256)'),
    ask<bigint>(savings, 'totalAssets() view returns (uint256)'),
  ])
  // ERC-4626 with one virtual share and one virtual unit of the asset.
  const amount = (shares! * (assets! + 1n)) / (supply! + 1n)
  const index = { key: `savings ${token}`, value: ratio(assets! + 1n, supply! + 1n) }
  return [{ protocol: 'erc_4626', asset: of(token), amount, index, maturityUnix: null }]
}

/** What comes out when all is unstaked and all liquidity is taken, tried by the holder itself. */
async function readCurve(moment: Moment, holder: Address): Promise<readonly Held[]> {
  const { ask, of, pretend } = moment
  const [pool, gauge] = [of('Curve USDC/DAI'), of('Curve gauge')]
  const [free, staked, price] = await Promise.all([
    ask<bigint>(pool, balance, holder),
    ask<bigint>(gauge, balance, holder),
    ask<bigint>(pool, 'get_virtual_price() view returns (uint256)'),
  ])
  const all = (free ?? 0n) + (staked ?? 0n)
  if (all === 0n) return []
  const remove = 'remove_liquidity(uint256,uint256[]) returns (uint256[])'
  const [, taken] = await pretend<readonly bigint[]>([
    { from: holder, to: gauge, function: 'withdraw(uint256)', args: [staked] },
    { from: holder, to: pool, function: remove, args: [all, [0n, 0n]] },
  ])
  const index = { key: 'curve', value: ratio(price!) }
  return ['USDC', 'DAI'].map((coinName, at) => ({
    ...{ protocol: 'curve', asset: of(coinName), amount: taken![at]!, ...plain, index },
  }))
}

/** What comes out when all liquidity is taken and everything is collected, tried by the holder itself. */
async function readUniswap(moment: Moment, holder: Address): Promise<readonly Held[]> {
  const { ask, of, pretend } = moment
  const positions = of('Uniswap positions')
  const ids = [1n, 2n, 3n, 4n]
  const owners = await Promise.all(
    ids.map((id) => ask<Address>(positions, 'ownerOf(uint256) view returns (address)', id)),
  )
  const own = ids.filter((_, at) => owners[at]?.toLowerCase() === holder.toLowerCase())
  const all = 2n ** 128n - 1n
  const held = await Promise.all(
    own.map(async (id) => {
      const words = 'uint96,address,address,address,uint24,int24,int24,uint128,uint256,uint256'
      const position = await ask<readonly [0n, Address, Address, Address, 0, 0, 0, bigint]>(
        ...[positions, `positions(uint256) view returns (${words},uint128,uint128)`],
        id,
      )
      const [, , token0, token1, , , , liquidity] = position!
      const call = { from: holder, to: positions } as const
      const [, taken] = await pretend<readonly [bigint, bigint]>([
        {
          ...call,
          function:
            'decreaseLiquidity((uint256,uint128,uint256,uint256,uint256)) returns (uint256,uint256)',
          args: [[id, liquidity, 0n, 0n, 2n ** 40n]],
        },
        {
          ...call,
          function: 'collect((uint256,address,uint128,uint128)) returns (uint256,uint256)',
          args: [[id, holder, all, all]],
        },
      ])
      return [token0, token1].map((asset, at) => ({
        ...{ protocol: 'uniswap_v3', asset, amount: taken![at]!, ...plain },
      }))
    }),
  )
  return held.flat()
}

async function readPrincipal({ ask, of }: Moment, holder: Address): Promise<readonly Held[]> {
  const principal = of('PT WETH')
  const [amount, expiry] = await Promise.all([
    ask<bigint>(principal, balance, holder),
    ask<bigint>(principal, 'expiry() view returns (uint256)'),
  ])
  return [
    { protocol: 'pendle', asset: principal, amount: amount!, index: null, maturityUnix: expiry! },
  ]
}

/** As the market has booked it: what a debt costs since the last act in the market is not in it. */
async function readMorpho(moment: Moment, holder: Address): Promise<readonly Held[]> {
  const { ask, of, manifest } = moment
  const words = 'uint128,uint128,uint128,uint128,uint128,uint128'
  const id = manifest.morphoMarketId
  const [market, position] = await Promise.all([
    ask<readonly bigint[]>(of('Morpho'), `market(bytes32) view returns (${words})`, id),
    ask<readonly [bigint, bigint, bigint]>(
      of('Morpho'),
      'position(bytes32,address) view returns (uint256,uint128,uint128)',
      ...[id, holder],
    ),
  ])
  const [supplyAssets, supplyShares, borrowAssets, borrowShares] = market!
  const [supplied, borrowed, pledged] = position!
  // A million virtual shares and one virtual unit; what is owed is rounded up.
  const supply = ratio(supplyAssets! + 1n, supplyShares! + 1_000_000n)
  const debt = ratio(borrowAssets! + 1n, borrowShares! + 1_000_000n)
  const owed = (borrowed * debt.over + debt.under - 1n) / debt.under
  const found = { protocol: 'morpho_blue', asset: of('USDC'), maturityUnix: null } as const
  const still = { key: 'morpho collateral', value: ratio(1n) }
  return [
    {
      ...found,
      amount: (supplied * supply.over) / supply.under,
      index: { key: 'morpho supply', value: supply },
    },
    { ...found, amount: -owed, index: { key: 'morpho debt', value: debt } },
    { ...found, asset: of('WETH'), amount: pledged, index: still },
  ]
}

/** Shares of the other vault; what they earn is in their price. */
const readShares: Reader = async ({ ask, of }, holder, token) => {
  const amount = await ask<bigint>(of(token), balance, holder)
  return [{ protocol: 'teller', asset: of(token), amount: amount!, ...plain }]
}

/** A token whose balances are parts of a pool of ether. */
type Shared = {
  readonly protocol: string
  readonly token: string
  /** Who has the ether. */
  readonly pool: string
  /** View that counts all parts. */
  readonly parts: string
}

const lido: Shared = { protocol: 'lido', token: 'stETH', pool: 'stETH', parts: 'getTotalShares' }
const etherFi: Shared = {
  ...{ protocol: 'ether_fi', token: 'eETH', pool: 'ether.fi pool', parts: 'totalShares' },
}

async function readShared(
  { ask, of }: Moment,
  holder: Address,
  { protocol, token, pool, parts }: Shared,
): Promise<readonly Held[]> {
  const [amount, ether, all] = await Promise.all([
    ask<bigint>(of(token), balance, holder),
    ask<bigint>(of(pool), 'getTotalPooledEther() view returns (uint256)'),
    ask<bigint>(of(token), `${parts}() view returns (uint256)`),
  ])
  const index = { key: token, value: ratio(ether!, all!) }
  return [{ protocol, asset: of(token), amount: amount!, index, maturityUnix: null }]
}

/** Does not grow in number: what it earns is in its price. */
const readWrapped: Reader = async ({ ask, of }, holder, token) => {
  const amount = await ask<bigint>(of(token), balance, holder)
  const { protocol } = token === 'wstETH' ? lido : etherFi
  return [{ protocol, asset: of(token), amount: amount!, ...plain }]
}
