import { type Address, getAddress, numberToHex } from 'viem'
import { accountOf } from '../account.ts'
import { deployPieces, transactionOf } from '../deploy.ts'
import type { Event } from '../history.ts'
import { sortedPair, sqrtPriceAt } from '../market/market.ts'
import type { Of } from '../plan/piece.ts'
import type { Transaction } from '../session.ts'
import type { Step } from '../step.ts'
import { swap } from '../trading.ts'
import type { World } from '../world.ts'
import { swapPieces } from './swap-plan.ts'

const wad = 10n ** 18n
const usd = 10n ** 6n
const owner = accountOf('owner')
const most = 2n ** 256n - 1n

/** A pool of WETH and USDC beside the one of the history. */
type Tier = {
  readonly factory: string
  readonly fee: number
  /** USDC for a WETH, in millionths. */
  readonly price: bigint
  /** In WETH, and as much worth in USDC; a pool of none exists and cannot trade. */
  readonly depth: bigint
}

/** The amount sold to the pool of the history: 2 % below the market, no bound of half a percent takes it. */
const pressed = 10_049_505_000_000_000_000n

const tiers: readonly Tier[] = [
  { factory: 'Uniswap factory', fee: 100, price: 2_000n * usd, depth: 5_000n * wad },
  { factory: 'Uniswap factory', fee: 3_000, price: 2_004n * usd, depth: 8_000n * wad },
  // Whoever believes a pool's price without its depth sells here.
  { factory: 'Uniswap factory', fee: 10_000, price: 2_000_000n * usd, depth: 0n },
  { factory: 'Other Uniswap factory', fee: 500, price: 2_000_000n * usd, depth: 0n },
]

/** Tokens that do not move as they say, and one without decimals; 1inch trades each for a dollar. */
const oddTokens = ['FEE', 'SKIM', 'HUSH', 'LIE', 'NODEC'] as const

/**
 * Adds what swaps need behind the end of the history: venues, feeds, a CoW settlement, and the trader, a
 * strategist of Local ETH with a tree of its own.
 *
 * @param world - a chain whose history is over.
 * @param last - the last event of the history.
 * @returns what happened, in order.
 */
export async function openSwaps(world: World, last: Event): Promise<readonly Event[]> {
  const { session, of } = world
  const events: Event[] = []
  let atUnix = last.atUnix
  const next = () => {
    atUnix += 12
    return atUnix
  }
  const happened = async (what: string) => {
    const block = Number(await session.request('eth_blockNumber', []))
    events.push({ day: last.day, atUnix, block, what })
  }
  const block = (steps: readonly Step[]) =>
    session.block(
      next(),
      steps.map((step) => transactionOf(step, of)),
    )
  await deployPieces({ session, of, pieces: swapPieces, next })
  await happened('price feeds, a CoW settlement and more venues are deployed')
  await session.request('anvil_setBalance', [owner, numberToHex(30_000n * wad)])
  await block([...money(of), ...tiers.map((tier) => createPool(of, tier))])
  await block(await Promise.all(tiers.map((tier) => initialize(world, tier))))
  await block([...tiers.filter(({ depth }) => depth > 0n).map((tier) => fill(of, tier, atUnix))])
  await block([...rates(of), ...stock(of), swap(of, ['WETH', 'USDC'], pressed)])
  await happened('pools have liquidity, executors have stock')
  await session.block(next(), [
    gasOf(accountOf('trader')),
    ...traderSteps(world).map((step) => transactionOf(step, of)),
  ])
  await happened('the trader of Local ETH gets a root')
  return events
}

function money(of: Of): readonly Step[] {
  return [
    { to: 'WETH', contract: 'WrappedNative', name: 'deposit', value: 14_000n * wad },
    mint('USDC', owner, 40_000_000n * usd),
    ...oddTokens.map((token) => mint(token, owner, 100_000n * wad)),
    mint('NODEC', of('Local ETH'), 1_000n * wad),
    approve('WETH', of('Odos executor')),
    approve('USDC', of('Odos executor')),
    ...oddTokens.map((token) => approve(token, of('Swap executor'))),
    {
      to: 'CoW solvers',
      contract: 'AllowListAuthentication',
      name: 'addSolver',
      args: [accountOf('solver')],
    },
  ]
}

function createPool(of: Of, { factory, fee }: Tier): Step {
  return {
    to: factory,
    contract: 'UniswapFactory',
    name: 'createPool',
    args: [of('WETH'), of('USDC'), fee],
  }
}

async function initialize({ session, of }: World, { factory, fee, price }: Tier): Promise<Step> {
  const answer = await session.read(of(factory), {
    contract: 'UniswapFactory',
    name: 'getPool',
    args: [...sortedPair(of), fee],
  })
  const pool = getAddress(`0x${answer.slice(-40)}`)
  const args = [sqrtPriceAt(of, price)]
  return { to: pool, contract: 'UniswapPool', name: 'initialize', args }
}

function fill(of: Of, { fee, price, depth }: Tier, atUnix: number): Step {
  const [token0, token1] = sortedPair(of)
  const dollars = (depth * price) / wad
  const [amount0, amount1] = token0 === of('WETH') ? [depth, dollars] : [dollars, depth]
  const deadline = BigInt(atUnix + 3_600)
  return {
    to: 'Uniswap positions',
    contract: 'NonfungiblePositionManager',
    name: 'mint',
    args: [[token0, token1, fee, -887_220, 887_220, amount0, amount1, 0n, 0n, owner, deadline]],
  }
}

/** Units of the bought token for 1e18 units of the sold one. */
function rates(of: Of): readonly Step[] {
  const rate = (executor: string, [from, to]: readonly [string, string], amount: bigint): Step => ({
    to: executor,
    contract: 'SwapExecutor',
    name: 'setRate',
    args: [of(from), of(to), amount],
  })
  return [
    rate('Odos executor', ['WETH', 'USDC'], 1_996n * usd),
    rate('Odos executor', ['USDC', 'WETH'], wad ** 2n / (2_004n * usd)),
    rate('Swap executor', ['USDT', 'USDC'], wad),
    ...oddTokens.flatMap((token) => [
      rate('Swap executor', [token, 'USDC'], usd),
      rate('Swap executor', ['USDC', token], wad ** 2n / usd),
    ]),
  ]
}

function stock(of: Of): readonly Step[] {
  const fund = (executor: string, token: string, amount: bigint): Step => ({
    to: executor,
    contract: 'SwapExecutor',
    name: 'fund',
    args: [of(token), amount],
  })
  // Of what an executor books, a hundredth does not arrive: it is sent afterwards, so that stock and balance agree.
  const makeUp = (token: string): Step => ({
    to: token,
    contract: 'MintableToken',
    name: 'transfer',
    args: [of('Swap executor'), (100n * wad * 100n) / 99n],
  })
  return [
    fund('Odos executor', 'WETH', 300n * wad),
    fund('Odos executor', 'USDC', 600_000n * usd),
    ...oddTokens.map((token) => fund('Swap executor', token, 10_000n * wad)),
    makeUp('FEE'),
    makeUp('SKIM'),
  ]
}

function traderSteps({ trees }: World): readonly Step[] {
  return [
    {
      to: 'Local ETH: roles',
      contract: 'RolesAuthority',
      name: 'setUserRole',
      args: [accountOf('trader'), 7, true],
    },
    {
      to: 'Local ETH: manager',
      contract: 'Manager',
      name: 'setManageRoot',
      args: [accountOf('trader'), trees.get('local-eth-trader')!.root],
    },
  ]
}

function gasOf(to: Address): Transaction {
  return { from: owner, to, data: '0x', value: 1_000n * wad, what: 'ether for gas' }
}

function mint(token: string, to: Address, amount: bigint): Step {
  return { to: token, contract: 'MintableToken', name: 'mint', args: [to, amount] }
}

function approve(token: string, spender: Address): Step {
  return { to: token, contract: 'MintableToken', name: 'approve', args: [spender, most] }
}
