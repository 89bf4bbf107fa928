import { type Address, type Hex, parseHex } from '@vaultwright/base'
import { toFunctionSelector } from 'viem'
import { realArtifactOf } from '../package/real-artifact.ts'
import { compileReal } from '../package/real-compiler.ts'
import { tokenSources } from '../world/base.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { CaseParams } from './market.ts'
import { traderApproves, units } from './trader.ts'

/** Half a year after the world begins, at midnight. */
const expiry = 1_767_225_600 + 180 * 86_400
const deep = units(500_000, 18)

/** The types of the trader's orders. */
const orderTypes = { syForPt: 0, ptForSy: 1, syForYt: 2, ytForSy: 3 } as const

/** Deploys yields, a market, the router and its orders, with the trader's liquidity. */
export async function deployPendle(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  const compiled = await compileReal(tokenSources)
  await chain.deploy('PENDLE', compiled.Token!, ['PENDLE', 18])
  const { Yield } = await compileReal({ ...tokenSources, file: 'Yield.sol' })
  await chain.deploy('SY', Yield!, [chain.of('DAI')])
  await chain.deploy(
    'Pendle gauge code',
    await artifact('LiquidityMining/GaugeController/PendleGaugeControllerUpg'),
    [chain.of('PENDLE')],
  )
  await proxy(chain, 'Pendle gauge', { call: 'initialize(address)', args: [owner] })
  const yt = await splitCode(
    chain,
    (await artifact('core/YieldContracts/PendleYieldToken')).initCode,
  )
  await chain.deploy(
    'Pendle yields code',
    await artifact('core/YieldContracts/PendleYieldContractFactoryUpg'),
    yt,
  )
  const fee = 3n * 10n ** 16n
  await proxy(chain, 'Pendle yields', {
    call: 'initialize(uint96,uint128,uint128,address,address)',
    args: [86_400n, fee, fee, chain.of('treasury'), owner],
  })
  await deployMarket(chain)
  await deployRouter(chain)
  await seed(chain)
}

async function artifact(path: string, libraries?: Readonly<Record<string, Address>>) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const file = `build/artifacts/contracts/${path}.sol/${name}.json`
  return realArtifactOf('@pendle/core-v2', file, libraries)
}

async function deployMarket(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  const OracleLib = await chain.deploy('Pendle oracle', await artifact('core/Market/OracleLib'))
  const { initCode } = await artifact('core/Market/PendleMarketV7', { OracleLib })
  const args = [
    chain.of('Pendle yields'),
    ...(await splitCode(chain, initCode)),
    chain.of('Pendle gauge'),
  ]
  await chain.deploy(
    'Pendle markets code',
    await artifact('core/Market/PendleMarketFactoryV7Upg', { OracleLib }),
    args,
  )
  await proxy(chain, 'Pendle markets', {
    call: 'initialize(address,address,uint8)',
    args: [owner, chain.of('treasury'), 80],
  })
  await chain.act({
    to: 'Pendle yields',
    call: 'createYieldContract(address,uint32,bool)',
    args: [chain.of('SY'), expiry, true],
  })
  for (const name of ['PT', 'YT']) {
    const token = await chain.read({
      to: 'Pendle yields',
      call: `get${name}(address,uint256) view returns (address)`,
      args: [chain.of('SY'), BigInt(expiry)],
    })
    chain.place(name, token as Address)
  }
  const terms = [chain.of('PT'), 60n * 10n ** 18n, 105n * 10n ** 16n, 10n ** 15n]
  const { logs } = await chain.act({
    to: 'Pendle markets',
    call: 'createNewMarket(address,int256,int256,uint80)',
    args: terms,
  })
  const created = logs.find(({ address }) => address === chain.of('Pendle markets').toLowerCase())
  chain.place('Pendle market', `0x${created!.topics[1]!.slice(26)}`)
}

async function deployRouter(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  await chain.deploy('Pendle router storage', await artifact('router/ActionStorageV4'))
  const parts = [owner, chain.of('Pendle router storage')]
  await chain.deploy('Pendle router', await artifact('router/PendleRouterV4'), parts)
  const facets: (readonly [Address, readonly Hex[]])[] = []
  for (const name of ['AddRemoveLiqV3', 'SwapPTV3', 'SwapYTV3', 'MiscV3', 'CallbackV3', 'Simple']) {
    const facet = await artifact(`router/Action${name}`)
    const address = await chain.deploy(`Pendle ${name}`, facet)
    const functions = facet.abi.filter((item) => item.type === 'function')
    facets.push([address, functions.map((item) => toFunctionSelector(item))])
  }
  await chain.act({
    to: 'Pendle router',
    call: 'setSelectorToFacets((address,bytes4[])[])',
    args: [facets],
  })
  const orders = [chain.of('WETH'), chain.of('Pendle router')]
  await chain.deploy('Pendle orders code', await artifact('limit/PendleLimitRouter'), orders)
  await proxy(chain, 'Pendle orders', {
    call: 'initialize(address,address)',
    args: [chain.of('treasury'), owner],
  })
  await chain.act({
    to: 'Pendle orders',
    call: 'setLnFeeRateRoots(address[],uint256[],bool)',
    args: [[chain.of('YT')], [10n ** 14n], false],
  })
}

/** The trader's liquidity, and its orders of every kind. */
async function seed(chain: RealChain): Promise<void> {
  const trader = chain.of('trader')
  const act = (to: string, call: string, ...args: readonly unknown[]) =>
    chain.act({ to, from: 'trader', call, args })
  await traderApproves(chain, chain.of('SY'), ['DAI'])
  await traderApproves(chain, chain.of('Pendle router'), ['SY', 'PT', 'YT'])
  await traderApproves(chain, chain.of('Pendle orders'), ['SY', 'PT', 'YT'])
  await act(
    'SY',
    'deposit(address,address,uint256,uint256)',
    trader,
    chain.of('DAI'),
    4n * deep,
    0n,
  )
  const mint = 'mintPyFromSy(address,address,uint256,uint256)'
  await act('Pendle router', mint, trader, chain.of('YT'), 2n * deep, 0n)
  const add = 'addLiquidityDualSyAndPt(address,address,uint256,uint256,uint256)'
  await act('Pendle router', add, trader, chain.of('Pendle market'), deep, deep, 0n)
  for (const kind of Object.keys(orderTypes) as (keyof typeof orderTypes)[]) {
    await act(
      'Pendle orders',
      'preSignSingle((uint256,uint256,uint256,uint8,address,address,address,address,uint256,uint256,uint256,bytes))',
      orderOf(chain, kind),
    )
  }
}

function orderOf(chain: RealChain, kind: keyof typeof orderTypes): readonly unknown[] {
  const trader = chain.of('trader')
  const token = chain.of('SY')
  const type = orderTypes[kind]
  const rate = 5n * 10n ** 16n
  const ends = [1n, BigInt(expiry - 1), 0n, type, token, chain.of('YT'), trader, trader]
  return [...ends, units(50, 18), rate, 9n * 10n ** 17n, '0x']
}

/** The trader's order of a kind, as an action takes it. */
export function fillsOf(chain: RealChain, kind: keyof typeof orderTypes): CaseParams {
  const order = orderOf(chain, kind).map((part) => (typeof part === 'bigint' ? String(part) : part))
  const normal_fills = [[order, '0x', String(units(1, 18))]]
  return { limit_router: 'Pendle orders', normal_fills }
}

/** A proxy in front of `<name> code`, as its own deployment has one. */
async function proxy(
  chain: RealChain,
  name: string,
  { call, args }: { readonly call: string; readonly args: readonly unknown[] },
): Promise<void> {
  const code = await realArtifactOf('@openzeppelin/contracts', 'build/contracts/ERC1967Proxy.json')
  await chain.deploy(name, code, [chain.of(`${name} code`), '0x'])
  await chain.act({ to: name, call, args })
}

/** Keeps code in two contracts, as factories of Pendle read it; gives addresses and sizes. */
async function splitCode(chain: RealChain, code: Hex): Promise<readonly unknown[]> {
  const bytes = parseHex(code)
  const half = Math.floor(bytes.length / 2)
  const parts: unknown[] = []
  for (const part of [bytes.slice(0, half), bytes.slice(half)]) {
    // Stores what follows it. Source: Pendle, CodeDeployer.
    const head = '0x602038038060206000396000f3fefefefefefefefefefefefefefefefefefefe'
    const data = `${head}${Buffer.from(part).toString('hex')}` as Hex
    const { contractAddress } = await chain.send({ from: chain.of('owner'), data })
    parts.push(contractAddress!, BigInt(part.length))
  }
  return parts
}
