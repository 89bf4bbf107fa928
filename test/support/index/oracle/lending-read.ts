import type { Address } from '@vaultwright/base'
import { balance, type Held, plain, type Reader } from './held.ts'
import type { Moment } from './ledger.ts'
import { ratio } from './ratio.ts'

/** The pool is asked for the share token by its position in the reserve's words, as no other reader here does. */
export const readAave: Reader = async ({ ask, of }, holder, token) => {
  const pool = of('Aave pool')
  const reserveTypes =
    'uint256,uint128,uint128,uint128,uint128,uint128,uint40,uint16,address,address,address'
  const data = await ask<readonly Address[]>(
    pool,
    `getReserveData(address) view returns (${reserveTypes},address,uint128,uint128,uint128)`,
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
  const shared = { protocol: 'aave_v3', asset, maturityUnix: null } as const
  return [
    { ...shared, amount: held!, index: { key: `aave supply ${asset}`, value: ratio(income!) } },
    { ...shared, amount: -owed!, index: { key: `aave debt ${asset}`, value: ratio(cost!) } },
  ]
}

/** Reads what the market of USDC has of a holder, and what it pledged. */
export async function readCompound(moment: Moment, holder: Address): Promise<readonly Held[]> {
  const { ask, of } = moment
  const comet = of('Compound USDC')
  const [held, owed, pledged, all, principal] = await Promise.all([
    ask<bigint>(comet, balance, holder),
    ask<bigint>(comet, 'borrowBalanceOf(address) view returns (uint256)', holder),
    ask<bigint>(
      ...([comet, 'collateralBalanceOf(address,address) view returns (uint128)'] as const),
      holder,
      of('WETH'),
    ),
    ask<bigint>(comet, 'totalSupply() view returns (uint256)'),
    ask<bigint>(comet, 'totalSupplyBase() view returns (uint104)'),
  ])
  const asset = of('USDC')
  const index = { key: 'comet supply', value: ratio(all!, principal!) }
  return [
    { protocol: 'compound_v3', asset, amount: held!, index, maturityUnix: null },
    { protocol: 'compound_v3', asset, amount: -owed!, ...plain },
    { protocol: 'compound_v3', asset: of('WETH'), amount: pledged!, ...plain },
  ]
}

/** By the whole vault's assets, of which the shares are a part. */
export const readSavings: Reader = async ({ ask, of }, holder, token) => {
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

/** After the market has booked the interest until now, which any account may have it do: tried, and undone. */
export async function readMorpho(moment: Moment, holder: Address): Promise<readonly Held[]> {
  const { ask, of, pretend, manifest } = moment
  const marketTypes = 'uint128,uint128,uint128,uint128,uint128,uint128'
  const id = manifest.morphoMarketId
  const call = { from: holder, to: of('Morpho') } as const
  const terms = [of('USDC'), of('WETH'), of('Morpho oracle'), of('Morpho rate'), 86n * 10n ** 16n]
  const [[, market], position] = await Promise.all([
    pretend<readonly bigint[]>([
      {
        ...call,
        function: 'accrueInterest((address,address,address,address,uint256))',
        args: [terms],
      },
      { ...call, function: `market(bytes32) returns (${marketTypes})`, args: [id] },
    ]),
    ask<readonly [bigint, bigint, bigint]>(
      of('Morpho'),
      'position(bytes32,address) view returns (uint256,uint128,uint128)',
      id,
      holder,
    ),
  ])
  const [supplyAssets, supplyShares, borrowAssets, borrowShares] = market!
  const [supplied, borrowed, pledged] = position!
  // A million virtual shares and one virtual unit; what is owed is rounded up.
  const supply = ratio(supplyAssets! + 1n, supplyShares! + 1_000_000n)
  const debt = ratio(borrowAssets! + 1n, borrowShares! + 1_000_000n)
  const owed = (borrowed * debt.over + debt.under - 1n) / debt.under
  const shared = { protocol: 'morpho_blue', asset: of('USDC'), maturityUnix: null } as const
  const still = { key: 'morpho collateral', value: ratio(1n) }
  return [
    {
      ...shared,
      amount: (supplied * supply.over) / supply.under,
      index: { key: 'morpho supply', value: supply },
    },
    { ...shared, amount: -owed, index: { key: 'morpho debt', value: debt } },
    { ...shared, asset: of('WETH'), amount: pledged, index: still },
  ]
}
