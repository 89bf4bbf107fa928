import { encodeFlashLoan } from '@vaultwright/manager'
import { morphoMarketOf } from '../market/market.ts'
import type { Of } from '../plan/piece.ts'
import type { World } from '../world.ts'
import { approve, callOf, droneCallOf, provenCallsOf, type VaultCall } from './rebalance.ts'
import { curve, swapAndMint } from './trade-rebalances.ts'
import {
  boughtPt,
  bridged,
  burned,
  crossed,
  paidFees,
  queued,
  staked,
  swappedAndClaimed,
} from './yield-rebalances.ts'

/** The acts of a strategist on one day. */
export type Rebalance = {
  readonly at: number
  readonly vault: string
  readonly by: 'strategist' | 'second strategist' | 'multisig'
  /** Name of the tree without the vault: `main-2`. */
  readonly tree: string
  readonly what: string
  readonly calls: (world: World) => readonly VaultCall[]
}

const wad = 10n ** 18n
const usd = 10n ** 6n
const ether = (amount: number) => (BigInt(Math.round(amount * 1e6)) * wad) / 1_000_000n
const dollars = (amount: number) => BigInt(amount) * usd
const eth = 'Local ETH'
const dollar = 'Local USD'

const market = '(address,address,address,address,uint256) market'

/** The rebalances of 45 days. */
export const rebalances: readonly Rebalance[] = [
  rebalance(3, eth, {
    what: 'supplies 100 WETH to Aave v3',
    calls: ({ of }) => supplied(of, eth, { token: 'WETH', amount: ether(100) }),
  }),
  rebalance(3, dollar, {
    what: 'deposits 400,000 USDC into Savings USDC',
    calls: ({ of }) => saved(of, dollar, { token: 'USDC', amount: dollars(400_000) }),
  }),
  {
    at: 5,
    vault: dollar,
    by: 'multisig',
    tree: 'lending',
    what: 'supplies 150,000 USDC to Compound v3',
    calls: ({ of }) => [
      approve(of, 'USDC', { spender: 'Compound USDC', amount: dollars(150_000) }),
      callOf(of('Compound USDC'), 'supply(address asset, uint256 amount)', [
        of('USDC'),
        dollars(150_000),
      ]),
    ],
  },
  {
    at: 8,
    vault: eth,
    by: 'second strategist',
    tree: 'lending',
    what: 'supplies 40 WETH to Aave v3',
    calls: ({ of }) => supplied(of, eth, { token: 'WETH', amount: ether(40) }),
  },
  rebalance(12, eth, {
    what: 'deposits 120 WETH into Savings WETH and unwraps 1',
    calls: ({ of }) => [
      ...saved(of, eth, { token: 'WETH', amount: ether(120) }),
      callOf(of('WETH'), 'withdraw(uint256 amount)', [ether(1)]),
    ],
  }),
  rebalance(13, eth, {
    what: 'wraps 0.4 ETH',
    calls: ({ of }) => [{ ...callOf(of('WETH'), 'deposit()', []), value: ether(0.4) }],
  }),
  rebalance(16, eth, {
    tree: 'main-2',
    what: 'swaps 10 WETH for USDC and opens a position',
    calls: ({ of }) => swapAndMint(of),
  }),
  rebalance(18, dollar, {
    tree: 'main-2',
    what: 'swaps on Curve and stakes the liquidity',
    calls: ({ of }) => curve(of),
  }),
  rebalance(22, eth, {
    tree: 'main-2',
    what: 'collects fees of the position',
    calls: ({ of }) => [
      callOf(
        of('Uniswap positions'),
        'collect((uint256 tokenId,address recipient,uint128 amount0Max,uint128 amount1Max) params)',
        [
          {
            tokenId: 2n,
            recipient: of(eth),
            amount0Max: 2n ** 128n - 1n,
            amount1Max: 2n ** 128n - 1n,
          },
        ],
      ),
    ],
  }),
  rebalance(31, eth, {
    tree: 'main-3',
    what: 'borrows 50 WETH in a flash loan, supplies and withdraws it',
    calls: (world) => [loan(world)],
  }),
  rebalance(33, eth, {
    tree: 'main-3',
    what: 'borrows USDC against WETH on Morpho',
    calls: ({ of }) => borrowed(of),
  }),
  rebalance(36, eth, {
    tree: 'main-3',
    what: 'lends 5 WETH through the drone',
    calls: ({ of }) => droned(of),
  }),
  rebalance(40, eth, {
    tree: 'main-3',
    what: 'withdraws 25 WETH from Aave v3',
    calls: ({ of }) => [
      callOf(of('Aave pool'), 'withdraw(address asset, uint256 amount, address to)', [
        of('WETH'),
        ether(25),
        of(eth),
      ]),
    ],
  }),
  onMain(32, 'stakes ETH with Lido and ether.fi', staked),
  onMain(34, 'buys PT on Pendle', boughtPt),
  onMain(35, 'bridges WETH and ETH', bridged),
  onMain(37, 'swaps through 1inch and claims from Merkl', swappedAndClaimed),
  onMain(38, 'deposits into Local USD', crossed),
  rebalance(38, dollar, {
    tree: 'main-3',
    what: 'burns 10,000 USDC for OP Mainnet',
    calls: ({ of }) => burned(of),
  }),
  onMain(39, 'asks Local USD for USDC', queued),
  onMain(41, 'pays the fees of Local ETH', paidFees),
  rebalance(42, dollar, {
    tree: 'main-3',
    what: 'unstakes and takes the liquidity from Curve',
    calls: ({ of }) => [
      callOf(of('Curve gauge'), 'claim_rewards(address account)', [of(dollar)]),
      callOf(of('Curve gauge'), 'withdraw(uint256 amount)', [ether(10_000)]),
      callOf(of('Curve USDC/DAI'), 'remove_liquidity(uint256 amount, uint256[] least)', [
        ether(10_000),
        [0n, 0n],
      ]),
    ],
  }),
]

function onMain(at: number, what: string, calls: (of: Of) => readonly VaultCall[]): Rebalance {
  return rebalance(at, eth, { tree: 'main-3', what, calls: ({ of }) => calls(of) })
}

function rebalance(
  at: number,
  vault: string,
  rest: Pick<Rebalance, 'what' | 'calls'> & Partial<Rebalance>,
): Rebalance {
  return { at, vault, by: 'strategist', tree: 'main-1', ...rest }
}

type Amount = { readonly token: string; readonly amount: bigint }

function supplied(of: Of, vault: string, { token, amount }: Amount): readonly VaultCall[] {
  return [
    approve(of, token, { spender: 'Aave pool', amount }),
    callOf(
      of('Aave pool'),
      'supply(address asset, uint256 amount, address onBehalfOf, uint16 referral)',
      [of(token), amount, of(vault), 0],
    ),
  ]
}

function saved(of: Of, vault: string, { token, amount }: Amount): readonly VaultCall[] {
  const savings = `Savings ${token}`
  return [
    approve(of, token, { spender: savings, amount }),
    callOf(of(savings), 'deposit(uint256 assets, address receiver)', [amount, of(vault)]),
  ]
}

function borrowed(of: Of): readonly VaultCall[] {
  const terms = morphoMarketOf(of)
  return [
    approve(of, 'WETH', { spender: 'Morpho', amount: ether(30) }),
    callOf(
      of('Morpho'),
      `supplyCollateral(${market}, uint256 assets, address onBehalf, bytes data)`,
      [terms, ether(30), of(eth), '0x'],
    ),
    callOf(
      of('Morpho'),
      `borrow(${market}, uint256 assets, uint256 shares, address onBehalf, address receiver)`,
      [terms, dollars(20_000), 0n, of(eth), of(eth)],
    ),
  ]
}

function droned(of: Of): readonly VaultCall[] {
  const drone = of(`${eth}: drone`)
  return [
    callOf(of('WETH'), 'transfer(address to, uint256 amount)', [drone, ether(5)]),
    droneCallOf(drone, approve(of, 'WETH', { spender: 'Aave pool', amount: ether(5) })),
    droneCallOf(
      drone,
      callOf(
        of('Aave pool'),
        'supply(address asset, uint256 amount, address onBehalfOf, uint16 referral)',
        [of('WETH'), ether(5), drone, 0],
      ),
    ),
  ]
}

function loan({ of, trees }: World): VaultCall {
  const { tree } = trees.get('local-eth-main-3')!
  const manager = of(`${eth}: manager`)
  const amount = ether(50)
  const calls = provenCallsOf(tree, [
    ...supplied(of, eth, { token: 'WETH', amount }),
    callOf(of('Aave pool'), 'withdraw(address asset, uint256 amount, address to)', [
      of('WETH'),
      amount,
      of(eth),
    ]),
  ])
  const data = encodeFlashLoan({
    recipient: manager,
    tokens: [of('WETH')],
    amounts: [amount],
    calls,
    salt: '0x',
  })
  return { target: manager, data }
}
