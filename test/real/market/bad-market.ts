import type { Hex } from '@vaultwright/base'
import type { ChainCall, RealChain } from '../world/real-chain.ts'
import { passTime } from './aave.ts'
import { allowPause } from './balancer.ts'
import type { Market, RealCase } from './market.ts'
import { morphoMarketOf } from './morpho.ts'
import { units } from './trader.ts'

/** The name that the vault gives to a revert without data. */
const noReason = 'FailedInnerCall()'
const aave = { pool: 'Aave pool' }
const configurator = 'Aave configurator'
const morpho = {
  morpho: 'Morpho',
  loan_token: 'USDC',
  collateral_token: 'WETH',
  oracle: 'Morpho oracle',
  irm: 'Morpho rates',
  lltv: '860000000000000000',
}
const pendle = { router: 'Pendle router', market: 'Pendle market', sy: 'SY', pt: 'PT' }
const swap = { token_in: 'USDC', token_out: 'WETH', minimum: '0.1' }

/** Cases of markets in a state in which they refuse, with the reason that the contract names; by protocol. */
const badCases: Readonly<Record<string, readonly RealCase[]>> = {
  aave_v3: [
    {
      route: 'aave_v3/supply',
      variant: 'to a paused reserve',
      prepare: (chain) => pause(chain, 'WETH'),
      params: { ...aave, asset: 'WETH', amount: '10' },
      // RESERVE_PAUSED
      refused: '29',
    },
    {
      route: 'aave_v3/withdraw',
      variant: 'from a paused reserve',
      after: ['aave_v3/supply'],
      prepare: (chain) => pause(chain, 'WETH'),
      params: { ...aave, asset: 'WETH', amount: '1' },
      refused: '29',
    },
    {
      route: 'aave_v3/borrow',
      variant: 'from a frozen reserve',
      after: ['aave_v3/supply'],
      prepare: (chain) => configure(chain, 'setReserveFreeze(address,bool)', ['USDC', true]),
      params: { ...aave, asset: 'USDC', amount: '1000' },
      // RESERVE_FROZEN
      refused: '28',
    },
    {
      route: 'aave_v3/borrow',
      variant: 'above the cap',
      after: ['aave_v3/supply'],
      prepare: (chain) => configure(chain, 'setBorrowCap(address,uint256)', ['USDC', 3_000_500n]),
      params: { ...aave, asset: 'USDC', amount: '1000' },
      // BORROW_CAP_EXCEEDED
      refused: '50',
    },
    {
      route: 'aave_v3/borrow',
      variant: 'of more than is there',
      prepare: (chain) =>
        vaultSupplies(chain, {
          to: 'Aave pool',
          call: 'supply(address,uint256,address,uint16)',
          args: [chain.of('WETH'), units(900, 18), chain.of('Vault'), 0],
        }),
      params: { ...aave, asset: 'USDC', amount: '2050000' },
      // Aave subtracts before it transfers.
      refused: 'Panic',
    },
    {
      route: 'aave_v3/borrow',
      variant: 'at a feed without a price',
      after: ['aave_v3/supply'],
      prepare: async (chain) => {
        const sources = [[chain.of('USDC')], [chain.of('Aave data')]]
        const call = 'setAssetSources(address[],address[])'
        await chain.act({ to: 'Aave oracle', call, args: sources })
      },
      params: { ...aave, asset: 'USDC', amount: '1000' },
      refused: noReason,
    },
  ],
  morpho_blue: [
    {
      route: 'morpho_blue/supply',
      variant: 'to a market that was never made',
      params: { ...morpho, lltv: '770000000000000000', amount: '1' },
      refused: 'market not created',
    },
    {
      route: 'morpho_blue/borrow',
      variant: 'of more than is there',
      prepare: (chain) =>
        vaultSupplies(chain, {
          to: 'Morpho',
          call: 'supplyCollateral((address,address,address,address,uint256),uint256,address,bytes)',
          args: [morphoMarketOf(chain), units(400, 18), chain.of('Vault'), '0x'],
        }),
      params: { ...morpho, amount: '700000' },
      refused: 'insufficient liquidity',
    },
    {
      route: 'morpho_blue/borrow',
      variant: 'at an oracle without a price',
      after: ['morpho_blue/supply_collateral'],
      prepare: async (chain) => {
        await chain.act({ to: 'Morpho oracle', call: 'setPrice(uint256)', args: [0n] })
      },
      params: { ...morpho, amount: '1' },
      refused: 'insufficient collateral',
    },
  ],
  pendle: [
    {
      route: 'pendle/buy_pt',
      variant: 'after expiry',
      after: ['pendle/mint_sy'],
      prepare: (chain) => passTime(chain, 181 * 86_400),
      params: { ...pendle, amount: '100', minimum: '1' },
      refused: 'MarketExpired()',
    },
    {
      route: 'pendle/mint_py',
      variant: 'after expiry',
      after: ['pendle/mint_sy'],
      prepare: (chain) => passTime(chain, 181 * 86_400),
      params: { router: 'Pendle router', yt: 'YT', sy: 'SY', amount: '100', minimum: '1' },
      refused: 'YCExpired()',
    },
    {
      route: 'pendle/sell_pt',
      variant: 'of more than the market takes',
      prepare: async (chain) => {
        const args = [chain.of('Vault'), units(500_000, 18)]
        await chain.act({ to: 'PT', from: 'trader', call: 'transfer(address,uint256)', args })
      },
      params: { ...pendle, amount: '500000', minimum: '1' },
      refused: 'MarketProportionTooHigh(int256,int256)',
    },
  ],
  balancer_v2: [
    {
      route: 'balancer_v2/swap',
      variant: 'of a paused vault',
      prepare: async (chain) => {
        await allowPause(chain)
        await chain.act({ to: 'Balancer vault', call: 'setPaused(bool)', args: [true] })
      },
      params: async (chain) => ({ ...(await balancerPool(chain)), ...swap, amount: '3000' }),
      // PAUSED
      refused: 'BAL#402',
    },
    {
      route: 'balancer_v2/swap',
      variant: 'of more than the pool takes',
      params: async (chain) => ({ ...(await balancerPool(chain)), ...swap, amount: '950000' }),
      // MAX_IN_RATIO
      refused: 'BAL#304',
    },
  ],
  uniswap_v3: [
    {
      route: 'uniswap_v3/swap',
      variant: 'in a tier without a pool',
      params: { router: 'v3 router', ...swap, fee: '10000', amount: '3000' },
      refused: noReason,
    },
  ],
  ccip: [
    {
      route: 'ccip/send',
      variant: 'while the network is cursed',
      prepare: async (chain) => {
        const args = ['0x01000000000000000000000000000001']
        await chain.act({ to: 'CCIP risk', call: 'curse(bytes16)', args })
      },
      params: {
        router: 'CCIP router',
        destination: '4949039107694359620',
        recipient: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
        token: 'USDC',
        fee_token: 'WETH',
        amount: '1',
        fee: '1',
      },
      refused: 'BadARMSignal()',
    },
  ],
  layer_zero: [
    {
      route: 'layer_zero/send',
      variant: 'to a chain without a peer',
      prepare: async (chain) => {
        const mint = [chain.of('Vault'), units(100, 18)]
        await chain.act({ to: 'OFT', call: 'mint(address,uint256)', args: mint })
        const args = [30_110, `0x${'00'.repeat(32)}` as Hex]
        await chain.act({ to: 'OFT', call: 'setPeer(uint32,bytes32)', args })
      },
      params: {
        oft: 'OFT',
        token: 'OFT',
        recipient: `0x${'00'.repeat(12)}90F79bf6EB2c4f870365E785982E1f101E93b906`,
        destination: '30110',
        amount: '12',
        min_amount: '12',
        native_fee: '0.001',
      },
      refused: 'NoPeer(uint32)',
    },
  ],
}

/** Adds to a market the cases in which it refuses. */
export function withBadCases(market: Market): Market {
  return { ...market, cases: [...market.cases, ...(badCases[market.protocol] ?? [])] }
}

async function pause(chain: RealChain, asset: string): Promise<void> {
  await configure(chain, 'setReservePause(address,bool)', [asset, true])
}

async function configure(
  chain: RealChain,
  call: string,
  [asset, value]: readonly [string, unknown],
): Promise<void> {
  await chain.act({ to: configurator, call, args: [chain.of(asset), value] })
}

/** The vault itself supplies WETH before, with a call that is no case. */
async function vaultSupplies(chain: RealChain, call: ChainCall): Promise<void> {
  const approval = [chain.of(call.to), units(1000, 18)]
  const from = 'Vault'
  await chain.act({ to: 'WETH', from, call: 'approve(address,uint256)', args: approval })
  await chain.act({ ...call, from })
}

async function balancerPool(chain: RealChain) {
  const call = 'getPoolId() view returns (bytes32)'
  const pool_id = await chain.read({ to: 'Balancer pool', call })
  return { vault: 'Balancer vault', pool: 'Balancer pool', pool_id }
}
