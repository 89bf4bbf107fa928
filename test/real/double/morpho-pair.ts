import { morphoMarketOf } from '../market/morpho.ts'
import { traderApproves, units } from '../market/trader.ts'
import { deployOwn } from '../world/base.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Pair } from './pair.ts'
import type { Side } from './side.ts'

/** A market that neither has yet, over one source of rates and prices: half of what is lent may be borrowed. */
export const morphoPair: Pair = {
  contract: 'morpho/Morpho',
  protocol: 'morpho_blue',
  tokens: ['USDC', 'WETH'],
  make: async (chain) => {
    const real = chain.of('Morpho')
    const double = await deployOwn(chain, { name: 'Morpho', args: [chain.of('owner')] })
    for (const spender of [real, double]) await traderApproves(chain, spender, ['USDC', 'WETH'])
    const parts = termsOf(chain)
    return { double: { ...parts, subject: double }, real: { ...parts, subject: real } }
  },
  act: async (side) => {
    await open(side)
    await lendAndBorrow(side)
  },
}

/** The terms of the world's market by name; they are the same on both sides. */
function termsOf(chain: RealChain) {
  const [loan, collateral, oracle, rates] = morphoMarketOf(chain) as readonly `0x${string}`[]
  return { loan: loan!, collateral: collateral!, oracle: oracle!, rates: rates! }
}

const market = '(address,address,address,address,uint256)'
const half = 5n * 10n ** 17n
const supply = `supply(${market},uint256,uint256,address,bytes) returns (uint256, uint256)`
const marketOf = (of: Side['of']) => [...['loan', 'collateral', 'oracle', 'rates'].map(of), half]

async function open({ of, call }: Side): Promise<void> {
  const terms = marketOf(of)
  const create = `createMarket(${market})`
  await call({ call: supply, args: [terms, 1n, 0n, of('trader'), '0x'] })
  // The world enabled the rates of the real one before.
  await call({ call: create, args: [terms], difference: 'createMarket before its terms' })
  const enable = { call: 'enableIrm(address)', args: [of('rates')], from: 'owner' }
  await call({ ...enable, difference: 'enableIrm' })
  await call({ call: 'enableLltv(uint256)', args: [half], from: 'owner' })
  await call({ call: create, args: [terms] })
  await call({ call: create, args: [terms] })
}

async function lendAndBorrow({ of, random, call, wait }: Side): Promise<void> {
  const terms = marketOf(of)
  const trader = of('trader')
  const withdraw = `withdraw(${market},uint256,uint256,address,address) returns (uint256, uint256)`
  const borrow = `borrow(${market},uint256,uint256,address,address) returns (uint256, uint256)`
  const repay = `repay(${market},uint256,uint256,address,bytes) returns (uint256, uint256)`
  const pledge = `supplyCollateral(${market},uint256,address,bytes)`
  const release = `withdrawCollateral(${market},uint256,address,address)`
  await call({ call: supply, args: [terms, units(5000, 6) + random.uint(24), 0n, trader, '0x'] })
  await call({ call: supply, args: [terms, 1n, 1n, trader, '0x'] })
  await call({ call: borrow, args: [terms, 1n, 0n, trader, trader] })
  await call({ call: pledge, args: [terms, units(3, 18), trader, '0x'] })
  await call({ call: borrow, args: [terms, units(4600, 6), 0n, trader, trader] })
  await call({ call: borrow, args: [terms, units(4300, 6) + random.uint(24), 0n, trader, trader] })
  wait(30 * 86_400)
  await call({ call: withdraw, args: [terms, units(700, 6), 0n, trader, trader] })
  await call({ call: withdraw, args: [terms, 1n, 0n, trader, trader], from: 'stranger' })
  await call({ call: release, args: [terms, units(1, 18), trader, trader] })
  await call({
    call: repay,
    args: [terms, units(400, 6), 0n, trader, '0x'],
    from: 'owner',
    difference: 'repay without an allowance',
  })
  await call({ call: repay, args: [terms, units(1000, 6) + random.uint(24), 0n, trader, '0x'] })
  await call({ call: release, args: [terms, units(0.5, 18), trader, trader] })
  await call({ call: withdraw, args: [terms, 0n, 10n ** 9n, trader, trader] })
}
