import { type Address, zeroAddress } from '@vaultwright/base'
import { type RealArtifact, realArtifactOf } from '../package/real-artifact.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Market } from './market.ts'
import { traderApproves, units } from './trader.ts'

const core = (path: string, libraries?: Readonly<Record<string, Address>>) =>
  realArtifactOf('@aave/core-v3', artifactPath(path), libraries)
const periphery = (path: string) => realArtifactOf('@aave/periphery-v3', artifactPath(path))
const ray = 10n ** 27n
const pool = { pool: 'Aave pool' }

export const aaveV3: Market = {
  protocol: 'aave_v3',
  real: '@aave/core-v3',
  needs: ['@aave/periphery-v3'],
  decoders: [{ contract: 'AaveV3Decoder' }],
  deploy: deployAave,
  cases: [
    {
      route: 'aave_v3/supply',
      params: { ...pool, asset: 'WETH', amount: '10' },
    },
    {
      route: 'aave_v3/supply',
      variant: 'above the cap',
      params: { ...pool, asset: 'WBTC', amount: '90' },
      // SUPPLY_CAP_EXCEEDED
      refused: '51',
    },
    {
      route: 'aave_v3/supply',
      variant: 'of a frozen reserve',
      params: { ...pool, asset: 'DAI', amount: '1' },
      // RESERVE_FROZEN
      refused: '28',
    },
    {
      route: 'aave_v3/withdraw',
      after: ['aave_v3/supply'],
      params: { ...pool, asset: 'WETH', amount: '3.5' },
      // NOT_ENOUGH_AVAILABLE_USER_BALANCE
      refusals: [{ params: { amount: '11' }, reason: '32' }],
    },
    {
      route: 'aave_v3/borrow',
      after: ['aave_v3/supply'],
      params: { ...pool, asset: 'USDC', amount: '1000' },
      // COLLATERAL_CANNOT_COVER_NEW_BORROW
      refusals: [{ params: { amount: '29000' }, reason: '36' }],
    },
    {
      route: 'aave_v3/repay',
      after: ['aave_v3/supply', 'aave_v3/borrow'],
      params: { ...pool, asset: 'USDC', amount: '400' },
    },
    {
      route: 'aave_v3/set_collateral',
      after: ['aave_v3/supply'],
      params: { ...pool, asset: 'WETH', enabled: false },
    },
    {
      route: 'aave_v3/set_e_mode',
      params: { ...pool, category: '1' },
      // INCONSISTENT_EMODE_CATEGORY
      refusals: [{ params: { category: '9' }, reason: '58' }],
    },
    {
      route: 'aave_v3/claim_rewards',
      real: '@aave/periphery-v3',
      after: ['aave_v3/supply'],
      prepare: (chain) => passTime(chain, 86_400),
      params: {
        rewards_controller: 'Aave rewards',
        assets: ['Aave WETH'],
        reward: 'DAI',
        amount: '1',
      },
    },
  ],
}

/** Lets time pass, in a block of its own. */
export async function passTime(chain: RealChain, seconds: number): Promise<void> {
  await chain.ask('evm_increaseTime', seconds)
  await chain.ask('evm_mine')
}

type ReservePlan = {
  readonly asset: string
  readonly decimals: number
  /** Dollars. */
  readonly price: number
}

const reserves: readonly ReservePlan[] = [
  { asset: 'WETH', decimals: 18, price: 3000 },
  { asset: 'USDC', decimals: 6, price: 1 },
  { asset: 'DAI', decimals: 18, price: 1 },
  { asset: 'WBTC', decimals: 8, price: 60_000 },
]

async function deployAave(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  await chain.deploy('Aave provider', await core('protocol/configuration/PoolAddressesProvider'), [
    'Real',
    owner,
  ])
  const provider = chain.of('Aave provider')
  const set = (name: string, value: string) =>
    chain.act({ to: provider, call: `set${name}(address)`, args: [chain.of(value)] })
  const got = async (name: string) =>
    (await chain.read({ to: provider, call: `get${name}() view returns (address)` })) as Address
  await set('ACLAdmin', 'owner')
  await chain.deploy('Aave roles', await core('protocol/configuration/ACLManager'), [provider])
  await set('ACLManager', 'Aave roles')
  for (const role of ['addPoolAdmin', 'addEmergencyAdmin']) {
    await chain.act({ to: 'Aave roles', call: `${role}(address)`, args: [owner] })
  }
  const libraries = await deployLibraries(chain)
  await chain.deploy('Aave pool code', await core('protocol/pool/Pool', libraries), [provider])
  await set('PoolImpl', 'Aave pool code')
  chain.place('Aave pool', await got('Pool'))
  await chain.deploy(
    'Aave configurator code',
    await core('protocol/pool/PoolConfigurator', libraries),
  )
  await set('PoolConfiguratorImpl', 'Aave configurator code')
  chain.place('Aave configurator', await got('PoolConfigurator'))
  await chain.deploy('Aave data', await core('misc/AaveProtocolDataProvider'), [provider])
  await set('PoolDataProvider', 'Aave data')
  await deployOracle(chain, provider)
  await set('PriceOracle', 'Aave oracle')
  await chain.deploy('Aave rewards', await periphery('rewards/RewardsController'))
  await chain.act({ to: 'Aave rewards', call: 'initialize(address)', args: [owner] })
  await openReserves(chain, provider)
  await openRewards(chain)
}

async function deployLibraries(chain: RealChain): Promise<Readonly<Record<string, Address>>> {
  const libraries: Record<string, Address> = {}
  const names = [
    'BorrowLogic',
    'BridgeLogic',
    'EModeLogic',
    'LiquidationLogic',
    'PoolLogic',
    'SupplyLogic',
    'ConfiguratorLogic',
    // It calls another one.
    'FlashLoanLogic',
  ]
  for (const name of names) {
    const artifact = await core(`protocol/libraries/logic/${name}`, libraries)
    libraries[name] = await chain.deploy(`Aave ${name}`, artifact)
  }
  return libraries
}

async function deployOracle(chain: RealChain, provider: Address): Promise<void> {
  const feed = await core('mocks/oracle/CLAggregators/MockAggregator')
  const feeds: Address[] = []
  for (const { asset, price } of reserves) {
    feeds.push(await chain.deploy(`${asset} feed`, feed, [units(price, 8)]))
  }
  const assets = reserves.map(({ asset }) => chain.of(asset))
  const base = [zeroAddress, zeroAddress, 10n ** 8n]
  await chain.deploy('Aave oracle', await core('misc/AaveOracle'), [
    provider,
    assets,
    feeds,
    ...base,
  ])
}

/** Names of a reserve's tokens begin so: what is supplied, and what is owed at either rate. */
const kinds = ['a', 'vd', 'sd'] as const

async function openReserves(chain: RealChain, provider: Address): Promise<void> {
  const shares = [80n, 0n, 4n, 75n, 2n, 75n, 1n, 5n, 20n].map((share) => (ray * share) / 100n)
  const model = await core('protocol/pool/DefaultReserveInterestRateStrategy')
  await chain.deploy('Aave rates', model, [provider, ...shares])
  const code: Record<string, Address> = {}
  for (const name of ['AToken', 'StableDebtToken', 'VariableDebtToken']) {
    const artifact: RealArtifact = await core(`protocol/tokenization/${name}`)
    code[name] = await chain.deploy(`Aave ${name}`, artifact, [chain.of('Aave pool')])
  }
  const act = (call: string, ...args: readonly unknown[]) =>
    chain.act({ to: 'Aave configurator', call, args })
  await act(
    'initReserves((address,address,address,uint8,address,address,address,address,string,string,string,string,string,string,bytes)[])',
    reserves.map(({ asset, decimals }) => [
      code.AToken,
      code.StableDebtToken,
      code.VariableDebtToken,
      decimals,
      chain.of('Aave rates'),
      chain.of(asset),
      chain.of('treasury'),
      chain.of('Aave rewards'),
      ...kinds.flatMap((kind) => [`Aave ${kind}${asset}`, `${kind}${asset}`]),
      '0x',
    ]),
  )
  await act(
    'setEModeCategory(uint8,uint16,uint16,uint16,address,string)',
    1,
    9300,
    9500,
    10_100,
    zeroAddress,
    'Dollars',
  )
  for (const { asset } of reserves) {
    const address = chain.of(asset)
    await act(
      'configureReserveAsCollateral(address,uint256,uint256,uint256)',
      address,
      8000,
      8250,
      10_500,
    )
    await act('setReserveBorrowing(address,bool)', address, true)
    await act('setReserveFactor(address,uint256)', address, 1000)
    const [aToken, , debt] = (await chain.read({
      to: 'Aave data',
      call: 'getReserveTokensAddresses(address) view returns (address, address, address)',
      args: [address],
    })) as readonly [Address, Address, Address]
    chain.place(`Aave ${asset}`, aToken)
    chain.place(`Aave debt ${asset}`, debt)
  }
  await act('setAssetEModeCategory(address,uint8)', chain.of('USDC'), 1)
  await traderUsesAave(chain)
  // A reserve with little room, and one that is frozen.
  await act('setSupplyCap(address,uint256)', chain.of('WBTC'), 100)
  await act('setReserveFreeze(address,bool)', chain.of('DAI'), true)
}

/** Someone else supplies every asset and borrows some, so that interest runs. */
async function traderUsesAave(chain: RealChain): Promise<void> {
  const trader = chain.of('trader')
  await traderApproves(
    chain,
    chain.of('Aave pool'),
    reserves.map(({ asset }) => asset),
  )
  const act = (call: string, ...args: readonly unknown[]) =>
    chain.act({ to: 'Aave pool', from: 'trader', call, args })
  const supply = 'supply(address,uint256,address,uint16)'
  const borrow = 'borrow(address,uint256,uint256,uint16,address)'
  await act(supply, chain.of('WETH'), units(5000, 18), trader, 0)
  await act(supply, chain.of('USDC'), units(5_000_000, 6), trader, 0)
  await act(supply, chain.of('DAI'), units(5_000_000, 18), trader, 0)
  await act(supply, chain.of('WBTC'), units(20, 8), trader, 0)
  await act(borrow, chain.of('USDC'), units(3_000_000, 6), 2, 0, trader)
  await act(borrow, chain.of('WETH'), units(500, 18), 2, 0, trader)
}

/** DAI for those who supply WETH. */
async function openRewards(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  const strategy = await periphery('rewards/transfer-strategies/PullRewardsTransferStrategy')
  const rewards = chain.of('Aave rewards')
  await chain.deploy('Aave reward source', strategy, [rewards, owner, owner])
  const source = chain.of('Aave reward source')
  await chain.act({ to: 'DAI', call: 'approve(address,uint256)', args: [source, 10n ** 30n] })
  const terms = [10n ** 17n, 0n, 4_000_000_000, chain.of('Aave WETH'), chain.of('DAI'), source]
  await chain.act({
    to: 'Aave rewards',
    call: 'configureAssets((uint88,uint256,uint32,address,address,address,address)[])',
    args: [[[...terms, chain.of('DAI feed')]]],
  })
}

function artifactPath(path: string): string {
  return `artifacts/contracts/${path}.sol/${path.slice(path.lastIndexOf('/') + 1)}.json`
}
