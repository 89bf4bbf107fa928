import type { Address } from '@vaultwright/base'
import { units } from '../market/trader.ts'
import { realArtifactOf } from '../package/real-artifact.ts'
import { compileReal } from '../package/real-compiler.ts'
import { deployOwn, tokenSources } from '../world/base.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Pair } from './pair.ts'
import type { Side } from './side.ts'

const ray = 10n ** 27n
/**
 * Tokens that neither pool has yet: what is pledged, and what is borrowed for nothing and at interest. Prices are
 * dollars with 8 decimals, rates of a year in ray.
 */
const assets = [
  { name: 'Pledge', decimals: 18, price: 2000n * 10n ** 8n, rate: 0n },
  { name: 'Loan', decimals: 6, price: 10n ** 8n, rate: 0n },
  { name: 'Rated', decimals: 6, price: 10n ** 8n, rate: ray / 20n },
] as const
const reservesCall =
  'getReserveData(address) view returns ((uint256, uint128, uint128, uint128, uint128, uint128, uint40, uint16, address, address, address, address, uint128, uint128, uint128))'

/** Without interest there is one index, so every amount of both is the same; a year of it is compared at the end. */
export const aavePair: Pair = {
  contract: 'aave/AavePool',
  protocol: 'aave_v3',
  tokens: ['Pledge', 'Loan', 'Rated', 'aPledge', 'aLoan', 'debtLoan'],
  make: async (chain) => {
    const { Token } = await compileReal(tokenSources)
    for (const { name, decimals } of assets) {
      await chain.deploy(name, Token!, [name, decimals])
      for (const holder of ['stranger', 'owner']) {
        const args = [chain.of(holder), units(1_000_000, decimals)]
        await chain.act({ to: name, call: 'mint(address,uint256)', args })
      }
    }
    const double = await makeDouble(chain)
    await listReserves(chain)
    const real = chain.of('Aave pool')
    for (const spender of [double, real]) {
      for (const from of ['stranger', 'owner']) {
        for (const { name } of assets) {
          const args = [spender, 10n ** 40n]
          await chain.act({ to: name, from, call: 'approve(address,uint256)', args })
        }
      }
    }
    return { double: await partsOf(chain, double), real: await partsOf(chain, real) }
  },
  act: async (side) => {
    await supplyAndBorrow(side)
    await leave(side)
    await payInterest(side)
  },
}

async function makeDouble(chain: RealChain): Promise<Address> {
  const owner = chain.of('owner')
  const oracle = await deployOwn(chain, { name: 'PriceOracle', args: [owner] })
  const pool = await deployOwn(chain, { name: 'AavePool', args: [owner, oracle] })
  for (const { name, price, rate } of assets) {
    const args = [chain.of(name), price]
    await chain.act({ to: oracle, call: 'setAssetPrice(address,uint256)', args })
    const call = 'initReserve(address,uint16,uint16,uint128)'
    await chain.act({ to: pool, call, args: [chain.of(name), 8000, 8250, rate] })
  }
  return pool
}

/** Lists the tokens in the real pool, at a rate of nothing. */
async function listReserves(chain: RealChain): Promise<void> {
  const core = (path: string) =>
    realArtifactOf(
      '@aave/core-v3',
      `artifacts/contracts/${path}.sol/${path.slice(path.lastIndexOf('/') + 1)}.json`,
    )
  const feed = await core('mocks/oracle/CLAggregators/MockAggregator')
  const feeds: Address[] = []
  for (const { name, price } of assets)
    feeds.push(await chain.deploy(`${name} feed`, feed, [price]))
  const tokens = assets.map(({ name }) => chain.of(name))
  const sources = 'setAssetSources(address[],address[])'
  await chain.act({ to: 'Aave oracle', call: sources, args: [tokens, feeds] })
  const provider = await chain.read({
    to: 'Aave pool',
    call: 'ADDRESSES_PROVIDER() view returns (address)',
  })
  const model = await core('protocol/pool/DefaultReserveInterestRateStrategy')
  const models: Address[] = []
  for (const { name, rate } of assets) {
    const shares = [(ray * 8n) / 10n, rate, 0n, 0n, 0n, 0n, 0n, 0n, ray / 5n]
    models.push(await chain.deploy(`${name} rates`, model, [provider, ...shares]))
  }
  const code = ['AToken', 'StableDebtToken', 'VariableDebtToken'].map((name) =>
    chain.of(`Aave ${name}`),
  )
  await chain.act({
    to: 'Aave configurator',
    call: 'initReserves((address,address,address,uint8,address,address,address,address,string,string,string,string,string,string,bytes)[])',
    args: [
      assets.map(({ name, decimals }, index) => [
        ...code,
        decimals,
        models[index],
        chain.of(name),
        chain.of('treasury'),
        chain.of('Aave rewards'),
        ...['a', 'vd', 'sd'].flatMap((kind) => [`Aave ${kind}${name}`, `${kind}${name}`]),
        '0x',
      ]),
    ],
  })
  for (const token of tokens) {
    const act = (call: string, ...args: readonly unknown[]) =>
      chain.act({ to: 'Aave configurator', call, args: [token, ...args] })
    await act('configureReserveAsCollateral(address,uint256,uint256,uint256)', 8000, 8250, 10_500)
    await act('setReserveBorrowing(address,bool)', true)
  }
}

async function partsOf(chain: RealChain, subject: Address): Promise<Record<string, Address>> {
  const parts: Record<string, Address> = { subject }
  for (const { name } of assets) {
    const data = (await chain.read({
      to: subject,
      call: reservesCall,
      args: [chain.of(name)],
    })) as readonly Address[]
    parts[`a${name}`] = data[8]!
    parts[`debt${name}`] = data[10]!
  }
  return parts
}

const supply = 'supply(address,uint256,address,uint16)'
const borrow = 'borrow(address,uint256,uint256,uint16,address)'
const repay = 'repay(address,uint256,uint256,address) returns (uint256)'
const withdraw = 'withdraw(address,uint256,address) returns (uint256)'
const account =
  'getUserAccountData(address) view returns (uint256, uint256, uint256, uint256, uint256, uint256)'

/** The stranger acts: the trader has further positions in the world. */
const actsOf =
  (call: Side['call']): Side['call'] =>
  (step) =>
    call({ from: 'stranger', ...step })

async function supplyAndBorrow({ of, random, call: make }: Side): Promise<void> {
  const call = actsOf(make)
  const [actor, pledge, loan] = [of('stranger'), of('Pledge'), of('Loan')]
  const pledged = units(50, 18) + random.uint(48)
  await call({ call: supply, args: [loan, units(500_000, 6), of('owner'), 0], from: 'owner' })
  await call({ call: supply, args: [pledge, 0n, actor, 0] })
  await call({
    call: supply,
    args: [of('owner'), 1n, actor, 0],
    difference: 'supply of what is not listed',
  })
  await call({ call: borrow, args: [loan, 1n, 2, 0, actor] })
  await call({ call: supply, args: [pledge, pledged, actor, 0] })
  await call({ call: supply, args: [pledge, 7n, of('treasury'), 0] })
  await call({ call: account, args: [actor], difference: 'getUserAccountData' })
  await call({ call: borrow, args: [loan, units(80_001, 6), 2, 0, actor] })
  await call({ call: borrow, args: [loan, units(70_000, 6) + random.uint(24), 2, 0, actor] })
  await call({
    call: borrow,
    args: [loan, 1n, 1, 0, actor],
    difference: 'borrow at a stable rate',
  })
  await call({
    call: borrow,
    args: [loan, 1n, 2, 0, of('owner')],
    difference: 'borrow for another',
  })
  await call({ call: borrow, args: [loan, 0n, 2, 0, actor] })
  await call({ call: account, args: [actor], difference: 'getUserAccountData' })
  await call({ call: withdraw, args: [pledge, units(20, 18), actor] })
  await call({ call: withdraw, args: [pledge, units(2, 18) + random.uint(24), of('owner')] })
  await call({ call: withdraw, args: [pledge, units(2, 18), actor], from: 'owner' })
  const off = 'setUserUseReserveAsCollateral(address,bool)'
  await call({ call: off, args: [pledge, false] })
  await call({ call: off, args: [pledge, false], from: 'owner' })
  await call({ call: 'setUserEMode(uint8)', args: [9] })
}

async function leave({ of, random, call: make }: Side): Promise<void> {
  const call = actsOf(make)
  const [actor, pledge, loan] = [of('stranger'), of('Pledge'), of('Loan')]
  const transfer = 'transfer(address,uint256) returns (bool)'
  const approve = 'approve(address,uint256) returns (bool)'
  const part = units(1, 18) + random.uint(32)
  await call({ to: 'aPledge', call: transfer, args: [of('owner'), part] })
  await call({ to: 'aPledge', call: transfer, args: [of('owner'), units(40, 18)] })
  await call({ to: 'aPledge', call: approve, args: [of('owner'), part] })
  await call({ call: repay, args: [loan, units(10_000, 6) + random.uint(24), 2, actor] })
  await call({ call: repay, args: [loan, 1n, 2, of('owner')] })
  await call({ call: repay, args: [loan, 10n ** 30n, 2, actor] })
  await call({ call: repay, args: [loan, 1n, 2, actor] })
  await call({ call: withdraw, args: [pledge, 10n ** 30n, actor] })
  await call({ call: withdraw, args: [pledge, 2n ** 256n - 1n, actor] })
  await call({ call: withdraw, args: [pledge, 1n, actor] })
  await call({ call: account, args: [actor], difference: 'getUserAccountData' })
}

async function payInterest({ of, random, call: make, wait }: Side): Promise<void> {
  const call = actsOf(make)
  const [actor, pledge, rated] = [of('stranger'), of('Pledge'), of('Rated')]
  const difference = 'a year of interest'
  const balanceOf = 'balanceOf(address) view returns (uint256)'
  await call({ call: supply, args: [rated, units(500_000, 6), of('owner'), 0], from: 'owner' })
  await call({ call: supply, args: [pledge, units(100, 18), actor, 0] })
  await call({ call: borrow, args: [rated, units(90_000, 6) + random.uint(24), 2, 0, actor] })
  wait(365 * 86_400)
  await call({ to: 'debtRated', call: balanceOf, args: [actor], difference })
  await call({ to: 'aRated', call: balanceOf, args: [of('owner')], difference })
  await call({ call: account, args: [actor], difference })
  await call({ call: repay, args: [rated, 10n ** 30n, 2, actor], difference })
  const all = [rated, 2n ** 256n - 1n, of('owner')]
  await call({ call: withdraw, args: all, from: 'owner', difference })
}
