import { pad, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTwin, type TwinStep } from './driver/twin.ts'
import { markets } from './market/market-list.ts'
import { morphoMarketOf } from './market/morpho.ts'
import { traderApproves, units } from './market/trader.ts'
import { compileReal } from './package/real-compiler.ts'
import { deployOwn, tokenSources } from './world/base.ts'
import type { RealChain } from './world/real-chain.ts'
import { openRealWorld, type RealWorld } from './world/real-world.ts'

let world: RealWorld
beforeAll(async () => {
  world = await openRealWorld(markets)
})
afterAll(() => world?.close())

const approve = 'approve(address,uint256)'
const balanceOf = 'balanceOf(address) view returns (uint256)'
const reasonOf = (error: string) => toFunctionSelector(`function ${error}`)

/** A double with the contract that it stands for: how both are made, and the calls that both get. */
type Pair = {
  readonly name: string
  /** The market without which there is no real one. */
  readonly protocol?: string
  readonly double: string
  readonly real: string
  readonly make: (chain: RealChain) => Promise<unknown>
  readonly steps: (chain: RealChain) => readonly TwinStep[]
}

const pairs: readonly Pair[] = [
  {
    name: 'WrappedNative and WETH9 of Uniswap',
    double: 'WrappedNative',
    real: 'WETH',
    make: (chain) => deployOwn(chain, { name: 'WrappedNative', args: [] }),
    steps: ({ of }) => [
      { call: 'deposit()', value: 5n * 10n ** 18n, from: 'stranger' },
      { call: 'withdraw(uint256)', args: [2n * 10n ** 18n], from: 'stranger' },
      { call: balanceOf, args: [of('stranger')] },
      {
        call: 'transfer(address,uint256) returns (bool)',
        args: [of('treasury'), 7n],
        from: 'stranger',
      },
      { call: `${approve} returns (bool)`, args: [of('owner'), 9n], from: 'stranger' },
      {
        call: 'transferFrom(address,address,uint256) returns (bool)',
        args: [of('stranger'), of('owner'), 9n],
        from: 'owner',
      },
      {
        call: 'allowance(address,address) view returns (uint256)',
        args: [of('stranger'), of('owner')],
      },
      {
        call: 'withdraw(uint256)',
        args: [10n ** 30n],
        from: 'stranger',
        differs: { double: reasonOf('InsufficientBalance()'), real: '' },
      },
      {
        call: 'transferFrom(address,address,uint256) returns (bool)',
        args: [of('stranger'), of('owner'), 9n],
        from: 'owner',
        differs: { double: reasonOf('InsufficientAllowance()'), real: '' },
      },
      { call: 'decimals() view returns (uint8)' },
    ],
  },
  {
    name: 'Vault4626 and the vault of OpenZeppelin',
    double: 'Vault4626',
    real: 'Fresh vault',
    make: async (chain) => {
      const args = [chain.of('owner'), chain.of('USDC'), 'Vault', 'V']
      await deployOwn(chain, { name: 'Vault4626', args })
      const { TokenVault } = await compileReal(tokenSources)
      await chain.deploy('Fresh vault', TokenVault!, [chain.of('USDC')])
      for (const vault of ['Vault4626', 'Fresh vault']) {
        await traderApproves(chain, chain.of(vault), ['USDC'])
      }
    },
    steps: ({ of }) => [
      { call: 'deposit(uint256,address) returns (uint256)', args: [1_000_000_007n, of('trader')] },
      { call: 'mint(uint256,address) returns (uint256)', args: [333n, of('stranger')] },
      { call: 'convertToAssets(uint256) view returns (uint256)', args: [999_999n] },
      {
        call: 'withdraw(uint256,address,address) returns (uint256)',
        args: [77n, of('owner'), of('trader')],
      },
      {
        call: 'redeem(uint256,address,address) returns (uint256)',
        args: [88n, of('owner'), of('trader')],
      },
      { call: 'maxWithdraw(address) view returns (uint256)', args: [of('trader')] },
      { call: 'previewMint(uint256) view returns (uint256)', args: [12_345n] },
      { call: 'withdraw(uint256,address,address)', args: [10n ** 20n, of('trader'), of('trader')] },
      { call: 'redeem(uint256,address,address)', args: [1n, of('owner'), of('stranger')] },
      { call: balanceOf, args: [of('trader')] },
      { call: 'totalAssets() view returns (uint256)' },
    ],
  },
  {
    name: 'Permit2 and that of Uniswap',
    protocol: 'permit2',
    double: 'Permit2 double',
    real: 'Permit2',
    make: async (chain) => {
      const real = chain.of('Permit2')
      chain.place('Permit2 double', await deployOwn(chain, { name: 'Permit2', args: [] }))
      chain.place('Permit2', real)
      for (const place of ['Permit2', 'Permit2 double']) {
        await traderApproves(chain, chain.of(place), ['USDC'])
      }
    },
    steps: ({ of }) => {
      const call = 'approve(address,address,uint160,uint48)'
      const transfer = 'transferFrom(address,address,uint160,address)'
      const pulled = (amount: bigint) => ({
        call: transfer,
        args: [of('trader'), of('treasury'), amount, of('USDC')],
        from: 'stranger',
      })
      const allowance = {
        call: 'allowance(address,address,address) view returns (uint160, uint48, uint48)',
        args: [of('trader'), of('USDC'), of('stranger')],
      }
      return [
        { call, args: [of('USDC'), of('stranger'), 100n, 4_000_000_000] },
        pulled(60n),
        allowance,
        pulled(60n),
        { call, args: [of('USDC'), of('stranger'), 2n ** 160n - 1n, 4_000_000_000] },
        pulled(60n),
        allowance,
        { call: 'lockdown((address,address)[])', args: [[[of('USDC'), of('stranger')]]] },
        pulled(1n),
        { call, args: [of('USDC'), of('stranger'), 5n, 1] },
        pulled(1n),
      ]
    },
  },
  {
    name: 'Morpho and that of its package, over one market of rates and prices',
    protocol: 'morpho_blue',
    double: 'Morpho double',
    real: 'Morpho',
    make: async (chain) => {
      const real = chain.of('Morpho')
      const args = [chain.of('owner')]
      chain.place('Morpho double', await deployOwn(chain, { name: 'Morpho', args }))
      chain.place('Morpho', real)
      for (const place of ['Morpho', 'Morpho double']) {
        await traderApproves(chain, chain.of(place), ['USDC', 'WETH'])
      }
    },
    steps: morphoSteps,
  },
]

/** A market that neither has yet: half of what is lent may be borrowed. */
function morphoSteps(chain: RealChain): readonly TwinStep[] {
  const { of } = chain
  const terms = [...morphoMarketOf(chain).slice(0, 4), 5n * 10n ** 17n]
  const market = '(address,address,address,address,uint256)'
  const trader = of('trader')
  const supply = `supply(${market},uint256,uint256,address,bytes) returns (uint256, uint256)`
  const withdraw = `withdraw(${market},uint256,uint256,address,address) returns (uint256, uint256)`
  const borrow = `borrow(${market},uint256,uint256,address,address) returns (uint256, uint256)`
  const repay = `repay(${market},uint256,uint256,address,bytes) returns (uint256, uint256)`
  const pledge = `supplyCollateral(${market},uint256,address,bytes)`
  const release = `withdrawCollateral(${market},uint256,address,address)`
  return [
    { call: supply, args: [terms, 1n, 0n, trader, '0x'] },
    {
      call: `createMarket(${market})`,
      args: [terms],
      // The cases enabled the rates of the real one before.
      differs: { double: 'IRM not enabled', real: 'LLTV not enabled' },
    },
    {
      call: 'enableIrm(address)',
      args: [of('Morpho rates')],
      from: 'owner',
      differs: { double: '0x', real: 'already set' },
    },
    { call: 'enableLltv(uint256)', args: [terms[4]], from: 'owner' },
    { call: `createMarket(${market})`, args: [terms] },
    { call: `createMarket(${market})`, args: [terms] },
    { call: supply, args: [terms, units(5000, 6), 0n, trader, '0x'] },
    { call: supply, args: [terms, 1n, 1n, trader, '0x'] },
    { call: borrow, args: [terms, 1n, 0n, trader, trader] },
    { call: pledge, args: [terms, units(3, 18), trader, '0x'] },
    { call: borrow, args: [terms, units(4600, 6), 0n, trader, trader] },
    { call: borrow, args: [terms, units(4400, 6), 0n, trader, trader] },
    { call: withdraw, args: [terms, units(700, 6), 0n, trader, trader] },
    { call: withdraw, args: [terms, 1n, 0n, trader, trader], from: 'stranger' },
    { call: release, args: [terms, units(1, 18), trader, trader] },
    {
      call: repay,
      args: [terms, units(400, 6), 0n, trader, '0x'],
      from: 'owner',
      // The double passes on the token's own reason.
      differs: {
        double: reasonOf('ERC20InsufficientAllowance(address,uint256,uint256)'),
        real: 'transferFrom reverted',
      },
    },
    { call: repay, args: [terms, units(1000, 6), 0n, trader, '0x'] },
    { call: release, args: [terms, units(0.5, 18), trader, trader] },
    { call: withdraw, args: [terms, pad('0x00'), 10n ** 9n, trader, trader] },
  ]
}

test.for(pairs)(
  'law: $name answer the same calls alike, or as is stated',
  async (pair, { skip }) => {
    const { protocol, double, real, make, steps } = pair
    const missing = protocol === undefined ? undefined : world.missing.get(protocol)
    if (missing !== undefined) return skip(missing)
    const { chain } = world
    await world.undone(async () => {
      await make(chain)
      const { results, stated } = await runTwin(chain, { double, real }, steps(chain))
      expect(results).toEqual(stated)
      expect(results.some(({ real: result }) => /^0x.{64}/.test(result))).toBe(true)
    })
  },
)
