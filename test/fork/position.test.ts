import type { Address } from '@vaultwright/base'
import {
  type Chain,
  type LocalChain,
  openChain,
  type ReadingRun,
  runReading,
} from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import {
  type ChainPrice,
  type Claim,
  claimsOf,
  emptyFacts,
  type HoldingResult,
  type PositionResult,
  type PositionSubject,
  type ReadMoment,
  readAccountant,
  readChainPrice,
  readSubjects,
  readTokenUnits,
  replayReading,
  subjectsOf,
} from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import {
  type AbiFunction,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbiItem,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localTree, placeOf, startLocalChain } from '../support/node/local-chain.ts'
import { value } from './world.ts'

const names = ['Local ETH', 'Local USD'] as const
const trees = ['main-1', 'main-2', 'main-3', 'lending']
const ray = 10n ** 27n
const wad = 10n ** 18n

/** The positions that the history leaves each vault and its drone. */
const used = {
  'Local ETH': [
    'aave_v3',
    'erc_4626',
    'ether_fi',
    'idle',
    'lido',
    'morpho_blue',
    'pendle',
    'teller',
    'uniswap_v3',
  ],
  'Local USD': ['compound_v3', 'curve', 'erc_4626', 'idle'],
} as const

let local: LocalChain
let chain: Chain
let head: BlockRef
const runs = new Map<string, ReadingRun<PositionResult>>()

beforeAll(async () => {
  local = await startLocalChain()
  chain = await openChain(local.anvil.rpc, { id: 31337 })
  head = await chain.readBlock('latest')
  for (const name of names) {
    runs.set(name, await runReading(chain, readSubjects(subjectsFor(name), momentOf(head)), head))
  }
})
afterAll(async () => {
  await local?.anvil.close()
  for (const [name, { rounds, calls }] of runs) {
    console.log(`positions of ${name}: ${calls.length} calls in ${rounds} rounds`)
  }
})

describe.each(names)('%s', (name) => {
  test('default: every protocol that its history uses is found, in three rounds at most', () => {
    const { found: reading, rounds } = runs.get(name)!
    expect([...new Set(reading.holdings.map(({ protocol }) => protocol))].sort()).toEqual(
      used[name],
    )
    expect(rounds).toBeLessThanOrEqual(3)
  })

  test('law: the answers alone, without the chain, find the same', () => {
    const { found: reading, calls } = runs.get(name)!
    const answerByCall = new Map(calls.map(([to, data, answer]) => [`${to} ${data}`, answer]))
    const again = replayReading(readSubjects(subjectsFor(name), momentOf(head)), (to, data) =>
      answerByCall.get(`${to} ${data}`),
    )
    expect(again).toEqual(reading)
  })

  test('default: idle tokens are the balances that are left, the coin among them', async () => {
    const { found: reading } = runs.get(name)!
    const idle = reading.holdings.filter(({ protocol }) => protocol === 'idle')
    for (const { asset, holder, amount } of idle) {
      const expected =
        asset === nativeAsset
          ? BigInt((await value(local.anvil.rpc, 'eth_getBalance', holder, 'latest')) as Hex)
          : await word(asset, 'balanceOf(address)', holder)
      expect(amount, asset).toBe(expected)
    }
    const receipts = ['Savings WETH', 'wstETH', 'weETH', 'PT WETH', 'Local USD', 'Curve gauge']
    const counted = new Set(idle.map(({ asset }) => asset))
    for (const receipt of receipts) expect(counted.has(place(receipt)), receipt).toBe(false)
  })

  test('behavior: what cannot be read is what the chain plants to lie, and nothing else', () => {
    const { found: reading } = runs.get(name)!
    const logger = place('False logger')
    for (const { what } of reading.failures) expect(what).toContain(`balance of ${logger}`)
    expect(reading.failures).toHaveLength(name === 'Local ETH' ? 2 : 0)
  })

  test('default: what the accountant says, word by word, and the supply', async () => {
    const { vault, accountant, base } = vaultOf(name)
    const accountantAddress = accountant.address
    const { found: reading, rounds } = await runReading(
      chain,
      readAccountant(accountantAddress, vault),
      head,
    )
    expect(rounds).toBe(1)
    const state = (await ask(
      accountantAddress,
      'accountantState() view returns (address payout,uint96 mark,uint128 owed,uint128 shares,uint96 rate,uint16 upper,uint16 lower,uint64 updated,bool isPaused,uint24 delay,uint16 platform,uint16 performance)',
    )) as readonly unknown[]
    const [, mark, owed, , rate, upper, lower, updated, isPaused, delay, platform, fee] = state
    expect(reading.accountant).toMatchObject({
      kind: name === 'Local ETH' ? 'rate_providers' : 'yield_streaming',
      layout: 'current',
      rate: String(await word(accountantAddress, 'getRate()')),
      isPaused,
      exchangeRate: String(rate),
      highwaterMark: String(mark),
      feesOwed: String(owed),
      platformFeeBps: platform,
      performanceFeeBps: fee,
      updatedAtUnix: String(updated),
      bounds: { upperBps: upper, lowerBps: lower, minimumDelaySeconds: delay },
    })
    expect(reading.base).toBe(base.address)
    const supply = String(await word(vault, 'totalSupply()'))
    expect(reading.share).toEqual({ supply, decimals: vaultOf(name).decimals })
    if (name === 'Local USD') {
      const assets = String(await word(accountantAddress, 'totalAssets()'))
      expect(reading.accountant?.stream?.totalAssets).toBe(assets)
    }
  })
})

describe('positions against what the contracts say', () => {
  test('default: Aave, of the vault and of its drone', async () => {
    const pool = place('Aave pool')
    const weth = place('WETH')
    const data =
      'getReserveData(address) view returns ((uint256 configuration,uint128 liquidityIndex,uint128 liquidityRate,uint128 borrowIndex,uint128 borrowRate,uint128 stableRate,uint40 updated,uint16 id,address aToken,address stableDebt,address debt,address strategy,uint128 treasury,uint128 unbacked,uint128 isolation))'
    const { aToken } = (await ask(pool, data, weth)) as { aToken: Address }
    const income = await word(pool, 'getReserveNormalizedIncome(address)', weth)
    for (const holder of [place('Local ETH'), place('Local ETH: drone')]) {
      const [held] = holdings('Local ETH', 'aave_v3').filter((one) => one.holder === holder)
      expect(held).toMatchObject({
        asset: weth,
        amount: await word(aToken, 'balanceOf(address)', holder),
        index: { key: `aave_v3:${pool}:supply:${weth}`, value: String(income) },
      })
    }
  })

  test('default: Compound', async () => {
    const [comet, usdc] = [place('Compound USDC'), place('USDC')]
    const [total, principal] = [
      await word(comet, 'totalSupply()'),
      await word(comet, 'totalSupplyBase()'),
    ]
    expect(holdings('Local USD', 'compound_v3')).toMatchObject([
      {
        asset: usdc,
        amount: await word(comet, 'balanceOf(address)', place('Local USD')),
        index: { value: String((total * ray) / principal) },
      },
    ])
  })

  test.each([
    ['Local ETH', 'Savings WETH', 'WETH'],
    ['Local USD', 'Savings USDC', 'USDC'],
  ] as const)('default: shares of %s in %s', async (name, savings, asset) => {
    const vault = place(savings)
    const shares = await word(vault, 'balanceOf(address)', place(name))
    expect(shares).toBeGreaterThan(0n)
    expect(holdings(name, 'erc_4626')).toMatchObject([
      {
        asset: place(asset),
        amount: await word(vault, 'convertToAssets(uint256)', shares),
        index: { value: String(await word(vault, 'convertToAssets(uint256)', ray)) },
      },
    ])
  })

  test('default: Morpho, with the market that the manifest names', async () => {
    const [morpho, id] = [place('Morpho'), local.manifest.morphoMarketId]
    const position =
      'position(bytes32,address) view returns (uint256 supply,uint128 borrow,uint128 collateral)'
    const market =
      'market(bytes32) view returns (uint128,uint128,uint128 assets,uint128 shares,uint128,uint128)'
    const [, borrow, collateral] = (await ask(morpho, position, id, place('Local ETH'))) as bigint[]
    const terms = [...['USDC', 'WETH', 'Morpho oracle', 'Morpho rate'].map(place), 86n * 10n ** 16n]
    const subjects = subjectsFor('Local ETH').filter(({ reader }) => reader === 'morpho_blue')
    for (const seconds of [1n, 3600n, 31_536_000n]) {
      const atUnix = head.timestamp + seconds
      const { found: reading } = await runReading(chain, readSubjects(subjects, { atUnix }), head)
      // The market books its interest itself, in a block that does not stay.
      const [touched, untouched] = await simulated(atUnix, [
        [morpho, 'accrueInterest((address,address,address,address,uint256) params)', terms],
        [morpho, market, id],
      ])
      expect(touched).toBeNull()
      const [, , assets, shares, updated] = untouched as readonly bigint[]
      expect(updated).toBe(atUnix)
      const owed = -((borrow! * (assets! + 1n) + shares! + 999_999n) / (shares! + 1_000_000n))
      expect(reading.holdings.map(({ asset, amount }) => [asset, amount])).toEqual([
        [place('USDC'), owed],
        [place('WETH'), collateral],
      ])
    }
    const list = holdings('Local ETH', 'morpho_blue')
    expect(list[0]!.index?.key).toBe(`morpho_blue:${morpho}:debt/${id}:${place('USDC')}`)
  })

  test('default: staked ether, wrapped and not', async () => {
    const holder = place('Local ETH')
    const rates = { wstETH: 'stEthPerToken()', weETH: 'getRate()' }
    const { quotes } = runs.get('Local ETH')!.found
    for (const [protocol, wrapped, plain] of [
      ['lido', 'wstETH', 'stETH'],
      ['ether_fi', 'weETH', 'eETH'],
    ] as const) {
      const list = holdings('Local ETH', protocol)
      expect(list.map(({ asset, amount }) => [asset, amount])).toEqual([
        [place(wrapped), await word(place(wrapped), 'balanceOf(address)', holder)],
        [place(plain), await word(place(plain), 'balanceOf(address)', holder)],
      ])
      expect(list[1]!.index).not.toBeNull()
      const [quote] = quotes.filter(({ asset }) => asset === place(wrapped))
      const worth = await word(place(wrapped), rates[wrapped])
      expect(quote).toMatchObject({ per: place(plain), amount: wad, worth, kind: 'rate' })
    }
    const paths = quotes.filter(({ kind }) => kind === 'pegged')
    expect(paths.map(({ asset, per }) => [asset, per])).toEqual([
      [place('eETH'), nativeAsset],
      [place('stETH'), nativeAsset],
      [nativeAsset, place('WETH')],
    ])
  })

  test('default: a PT with its maturity and the price of its market', async () => {
    const pt = place('PT WETH')
    expect(holdings('Local ETH', 'pendle')).toMatchObject([
      {
        asset: pt,
        amount: await word(pt, 'balanceOf(address)', place('Local ETH')),
        maturityUnix: await word(pt, 'expiry()'),
      },
    ])
    const [quote] = runs.get('Local ETH')!.found.quotes.filter(({ asset }) => asset === pt)
    const worth = await word(place('Pendle market'), 'ptToAssetRate()')
    expect(quote).toMatchObject({ per: place('WETH'), amount: wad, worth, kind: 'market' })
  })

  test('default: shares of the other vault at its rate', async () => {
    const otherVault = place('Local USD')
    expect(holdings('Local ETH', 'teller')).toMatchObject([
      {
        asset: otherVault,
        amount: await word(otherVault, 'balanceOf(address)', place('Local ETH')),
      },
    ])
    const [quote] = runs.get('Local ETH')!.found.quotes.filter(({ asset }) => asset === otherVault)
    const worth = await word(place('Local USD: accountant'), 'getRate()')
    expect(quote).toMatchObject({ per: place('USDC'), amount: 10n ** 6n, worth, kind: 'rate' })
  })

  test('default: a position of Uniswap is what burning it and collecting its fees pay', async () => {
    const [manager, factory] = [place('Uniswap positions'), place('Uniswap factory')]
    const tokens = [place('WETH'), place('USDC')].sort((one, two) =>
      BigInt(one) < BigInt(two) ? -1 : 1,
    )
    const getPool = 'getPool(address,address,uint24) view returns (address)'
    const pool = (await ask(factory, getPool, ...tokens, 500)) as Address
    const position = (await ask(
      manager,
      'positions(uint256) view returns (uint96,address,address,address,uint24,int24,int24,uint128,uint256,uint256,uint128,uint128)',
      2n,
    )) as readonly never[]
    const [lower, upper, liquidity] = position.slice(5, 8)
    const most = 2n ** 128n - 1n
    const [owner, terms] = [place('Local ETH'), [2n, place('Local ETH'), most, most]]
    const burn = 'burn(int24,int24,uint128) returns (uint256,uint256)'
    const collect = 'collect((uint256,address,uint128,uint128)) returns (uint256,uint256)'
    const paid = (await askAs(manager, pool, burn, lower, upper, liquidity)) as [bigint, bigint]
    const owed = (await askAs(owner, manager, collect, terms)) as [bigint, bigint]
    expect(owed.every((amount) => amount > 0n)).toBe(true)
    const list = holdings('Local ETH', 'uniswap_v3')
    expect(list.map(({ asset }) => asset)).toEqual(tokens)
    // This pool takes every position for one over the full range; the contract's ticks end a little earlier.
    for (const [index, expected] of [paid[0] + owed[0], paid[1] + owed[1]].entries()) {
      const gap = expected - list[index]!.amount
      expect(gap >= 0n && gap < expected / 10n ** 15n + 2n, `${index}: ${gap}`).toBe(true)
    }
  })

  test('default: liquidity on Curve is what taking it out pays', async () => {
    const [pool, gauge, holder] = ['Curve USDC/DAI', 'Curve gauge', 'Local USD'].map(place)
    const plain = await word(pool!, 'balanceOf(address)', holder)
    const staked = await word(gauge!, 'balanceOf(address)', holder)
    const remove = 'remove_liquidity(uint256,uint256[]) returns (uint256[])'
    const none = [0n, 0n]
    // The gauge holds the staked part: it could take out as much of it, in the same proportion.
    const paid = (await askAs(gauge!, pool!, remove, plain + staked, none)) as readonly bigint[]
    const list = holdings('Local USD', 'curve')
    expect(list.map(({ asset }) => asset)).toEqual([place('USDC'), place('DAI')])
    expect(list.map(({ amount }) => amount)).toEqual(paid)
    const price = await word(pool!, 'get_virtual_price()')
    expect(list[0]!.index?.value).toBe(String(price))
  })

  test('default: units of tokens, and a price that the oracle tells', async () => {
    const tokens = ['USDC', 'MKR', 'NODEC'].map(place)
    const { found: units } = await runReading(chain, readTokenUnits(tokens), head)
    expect(units.assets.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
      ['USDC', 6],
      ['MKR', 18],
      ['NODEC', null],
    ])
    expect(units.failures.map(({ what }) => what)).toEqual([`decimals of ${tokens[2]}`])
    const price: ChainPrice = {
      kind: 'oracle',
      asset: place('WETH'),
      oracle: place('Price oracle'),
      per: 'usd',
      confidence: null,
    }
    const result = await runReading(chain, readChainPrice(price, head.timestamp), head)
    const expected = await word(place('Price oracle'), 'getAssetPrice(address)', place('WETH'))
    expect(result.found.quote?.price).toBe(String(expected / 10n ** 8n))
  })
})

test('behavior: at a block before anything stood nothing is held, and only what is not there fails', async () => {
  const block = await chain.readBlock(0n)
  const { found: reading } = await runReading(
    chain,
    readSubjects(subjectsFor('Local ETH'), momentOf(block)),
    block,
  )
  expect(reading.holdings).toEqual([])
})

/** A reading is of its block's time. */
function momentOf({ timestamp }: BlockRef): ReadMoment {
  return { atUnix: timestamp }
}

type VaultName = (typeof names)[number]

function vaultOf(name: VaultName) {
  return local.manifest.vaults.find((one) => one.name === name)!
}

function subjectsFor(name: VaultName): readonly PositionSubject[] {
  const { vault, manager, base } = vaultOf(name)
  const slug = name.toLowerCase().replace(' ', '-')
  const claims = trees.flatMap((tree): readonly (Claim | null)[] =>
    claimsOf(localTree(`${slug}-${tree}`).tree.leaves, {
      owner: { vault, manager },
      knownFacts: emptyFacts,
    }),
  )
  return subjectsOf(claims, vault, [base.address])
}

function holdings(name: VaultName, protocol: string): readonly HoldingResult[] {
  return runs.get(name)!.found.holdings.filter((one) => one.protocol === protocol)
}

function place(name: string): Address {
  return placeOf(local, name)
}

/** One number, asked by viem. */
async function word(to: Address, signature: string, ...given: readonly unknown[]): Promise<bigint> {
  return (await ask(to, `${signature} view returns (uint256)`, ...given)) as bigint
}

async function ask(to: Address, signature: string, ...given: readonly unknown[]): Promise<unknown> {
  return askAs(to, to, signature, ...given)
}

/** The same, by any account. */
async function askAs(
  from: Address,
  to: Address,
  signature: string,
  ...given: readonly unknown[]
): Promise<unknown> {
  const item = parseAbiItem(`function ${signature}` as string) as AbiFunction
  const data = encodeFunctionData({ abi: [item], args: [...given] })
  const answer = await value(local.anvil.rpc, 'eth_call', { from, to, data }, 'latest')
  return decodeFunctionResult({ abi: [item], data: answer as Hex })
}

type Deed = readonly [to: Address, signature: string, ...given: unknown[]]

/** The answers of calls in one block after the head, each after the one before; nothing of it stays. */
async function simulated(atUnix: bigint, deeds: readonly Deed[]): Promise<readonly unknown[]> {
  const items = deeds.map(([, signature]) => parseAbiItem(`function ${signature}`) as AbiFunction)
  const calls = deeds.map(([to, , ...args], at) => ({
    from: place('Local ETH'),
    to,
    data: encodeFunctionData({ abi: [items[at]!], args }),
  }))
  const block = { blockOverrides: { time: numberToHex(atUnix) }, calls }
  const [aggregate] = (await value(
    local.anvil.rpc,
    'eth_simulateV1',
    { blockStateCalls: [block] },
    'latest',
  )) as readonly [{ readonly calls: readonly { readonly status: Hex; readonly returnData: Hex }[] }]
  return aggregate.calls.map(({ status, returnData }, at) => {
    if (status !== '0x1') throw new Error(`${deeds[at]![1]} fails.`)
    const item = items[at]!
    return item.outputs.length === 0
      ? null
      : decodeFunctionResult({ abi: [item], data: returnData })
  })
}
