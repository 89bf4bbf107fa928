import { accountOf } from '../account.ts'
import { type Piece, piece } from './piece.ts'

const owner = accountOf('owner')
const wad = 10n ** 18n

/** Lending, trading, flash loans. */
export const protocols: readonly Piece[] = [
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
