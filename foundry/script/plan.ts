import type { Address } from 'viem'
import { accountOf } from './account.ts'

/** Tells the address of a contract by its name; it is known before the contract is there. */
export type Of = (name: string) => Address

/** A contract of the local chain. */
export type Piece = {
  /** Unique; its address follows from it alone. */
  readonly name: string
  /** The compiled contract: `File` or `File:Contract`. */
  readonly contract: string
  readonly args: (of: Of) => readonly unknown[]
}

const owner = accountOf('owner')
const wad = 10n ** 18n
const piece = (name: string, contract = name, args: Piece['args'] = () => [owner]): Piece => ({
  name,
  contract,
  args,
})

const tokens: readonly Piece[] = [
  piece('WETH', 'WrappedNative', () => []),
  ...[
    ['USDC', 'USD Coin', 6],
    ['DAI', 'Dai Stablecoin', 18],
    ['WBTC', 'Wrapped BTC', 8],
    ['MORPHO', 'Morpho Token', 18],
    ['CRV', 'Curve DAO Token', 18],
  ].map(([symbol, name, decimals]) =>
    piece(symbol as string, 'MintableToken', () => [owner, name, symbol, decimals]),
  ),
  piece('USDT', 'NoReturnToken', () => [owner, 'Tether USD', 'USDT', 6]),
  piece('FEE', 'FeeToken', () => [owner, 'Fee on Transfer', 'FEE', 18, 100n]),
  piece('SKIM', 'HiddenFeeToken', () => [owner, 'Hidden Fee', 'SKIM', 18, 100n]),
  piece('HUSH', 'SilentToken', () => [owner, 'Moves Without a Log', 'HUSH', 18]),
  piece('LIE', 'LyingToken', () => [owner, 'Logs Without a Move', 'LIE', 18]),
  piece('NODEC', 'NoDecimalsToken', () => [owner, 'No Decimals', 'NODEC']),
  piece('MKR', 'Bytes32SymbolToken', () => [owner, asciiWord('Maker'), asciiWord('MKR')]),
  piece('False logger', 'FalseLogger', () => []),
]

const protocols: readonly Piece[] = [
  piece('Price oracle', 'PriceOracle'),
  piece('Morpho oracle', 'MarketOracle', () => [owner, 2_000n * 10n ** 24n]),
  piece('weETH rate', 'RateProvider', () => [owner, (105n * wad) / 100n]),
  piece('Aave pool', 'AavePool', (of) => [owner, of('Price oracle')]),
  piece('Aave rewards', 'RewardsController'),
  piece('Compound USDC', 'Comet', (of) => [
    owner,
    of('USDC'),
    of('Price oracle'),
    1_500_000_000n,
    100_000_000n,
  ]),
  piece('Compound rewards', 'CometRewards'),
  piece('Morpho'),
  piece('Morpho rate', 'FixedRateIrm', () => [1_000_000_000n]),
  piece('Savings USDC', 'Vault4626', (of) => [owner, of('USDC'), 'Savings USDC', 'sUSDC']),
  piece('Savings WETH', 'Vault4626', (of) => [owner, of('WETH'), 'Savings WETH', 'sWETH']),
  piece('Staked DAI', 'CooldownVault', (of) => [owner, of('DAI'), 'Staked DAI', 'stkDAI', 604800]),
  piece('Uniswap factory', 'UniswapFactory', () => []),
  piece('Uniswap router', 'SwapRouter', (of) => [of('Uniswap factory'), of('WETH')]),
  piece('Uniswap router 02', 'SwapRouter:SwapRouter02', (of) => [
    of('Uniswap factory'),
    of('WETH'),
  ]),
  piece('Uniswap positions', 'NonfungiblePositionManager', (of) => [
    of('Uniswap factory'),
    of('WETH'),
  ]),
  piece('Curve USDC/DAI', 'CurvePool', (of) => [
    'Curve USDC/DAI',
    'crvUSDCDAI',
    [of('USDC'), of('DAI')],
    [10n ** 30n, wad],
    4_000_000n,
  ]),
  piece('Curve gauge', 'CurveGauge', (of) => [
    'Curve USDC/DAI Gauge',
    'crvUSDCDAI-gauge',
    of('Curve USDC/DAI'),
    of('CRV'),
  ]),
  piece('Balancer vault', 'HonestLender'),
  piece('Tampering lender', 'TamperingLender'),
  piece('Silent lender', 'SilentLender'),
]

/** What one vault consists of. */
export type VaultPlan = {
  readonly name: string
  readonly symbol: string
  readonly base: string
  readonly decimals: number
  readonly accountant: 'AccountantRateProviders' | 'AccountantYieldStreaming'
  readonly teller: 'Teller' | 'TellerYieldStreaming'
  readonly startingRate: bigint
}

/** The two vaults. */
export const vaultPlans: readonly VaultPlan[] = [
  {
    name: 'Local ETH',
    symbol: 'localETH',
    base: 'WETH',
    decimals: 18,
    accountant: 'AccountantRateProviders',
    teller: 'Teller',
    startingRate: wad,
  },
  {
    name: 'Local USD',
    symbol: 'localUSD',
    base: 'USDC',
    decimals: 6,
    accountant: 'AccountantYieldStreaming',
    teller: 'TellerYieldStreaming',
    startingRate: 1_000_000n,
  },
]

function piecesOf(plan: VaultPlan): readonly Piece[] {
  const { name, symbol, base, decimals, accountant, teller, startingRate } = plan
  const part = (what: string) => `${name}: ${what}`
  return [
    piece(name, 'Vault', () => [owner, name, symbol, decimals]),
    piece(part('manager'), 'Manager', (of) => [owner, of(name), of('Balancer vault')]),
    piece(part('roles'), 'RolesAuthority'),
    piece(part('drone'), 'Drone', (of) => [of(name), 0n]),
    piece(part('accountant'), accountant, (of) => [
      owner,
      of(name),
      owner,
      startingRate,
      of(base),
      10_100,
      9_900,
      21_600,
      100,
      1_000,
    ]),
    piece(part('teller'), teller, (of) => [owner, of(name), of(part('accountant')), of('WETH')]),
    piece(part('queue'), 'WithdrawQueue', (of) => [owner, of(name), of(part('accountant'))]),
  ]
}

/** Every contract of the local chain, in the order of deployment. */
export const pieces: readonly Piece[] = [
  ...tokens,
  ...protocols,
  piece('Decoder', 'MainnetDecoder', (of) => [of('Uniswap positions')]),
  piece('Lending decoder', 'LendingDecoder', () => []),
  piece('Multisig', 'MultisigWallet', () => [
    [accountOf('signer 1'), accountOf('signer 2'), accountOf('signer 3')],
    2,
  ]),
  piece('MultiSend', 'MultiSend', () => []),
  ...vaultPlans.flatMap(piecesOf),
  // The same vault with lenders that do not keep their word: what a flash loan looks like then.
  ...['Tampering', 'Silent'].map((kind) =>
    piece(`Local ETH: manager, ${kind.toLowerCase()} lender`, 'Manager', (of) => [
      owner,
      of('Local ETH'),
      of(`${kind} lender`),
    ]),
  ),
]

function asciiWord(text: string): `0x${string}` {
  return `0x${Buffer.from(text, 'ascii').toString('hex').padEnd(64, '0')}`
}
