import { type Address, domainSeparator, getContractAddress, type Hex, keccak256, toHex } from 'viem'
import { accountOf } from '../account.ts'
import { type Of, type Piece, piece } from '../plan/piece.ts'

const owner = accountOf('owner')

/** The maximum life of an order of CoW · seconds. */
const maxLife = 604_800

/** The document of an order without partner fee and hooks: `{}`. */
const appData: Hex = keccak256(toHex('{}'))

/** Prices that two feeds tell each; the second is slightly apart, as feeds are · USD with 8 decimals. */
const feedPrices = [
  ['WETH', 2_000_00000000n, 2_001_00000000n],
  ['USDC', 1_00000000n, 99990000n],
  ['DAI', 1_00000000n, 1_00010000n],
  ['stETH', 1_999_00000000n, 1_998_50000000n],
] as const

/** The contracts of swaps, deployed when the history is over: nothing of the history changes by it. */
export const swapPieces: readonly Piece[] = [
  ...feedPrices.flatMap(([token, first, second]) => [
    feed(`${token}/USD feed`, `${token} / USD`, first),
    feed(`${token}/USD second feed`, `${token} / USD`, second),
  ]),
  piece('CoW solvers', 'AllowListAuthentication'),
  piece('CoW settlement', 'Settlement', (of) => [of('CoW solvers')]),
  piece('CoW order decoder', 'CowOrderDecoder', (of) => [
    domainSeparator({
      domain: {
        name: 'Gnosis Protocol',
        version: 'v2',
        chainId: 31_337,
        verifyingContract: of('CoW settlement'),
      },
    }),
    appData,
    maxLife,
  ]),
  piece('Odos decoder', 'OdosDecoder', (of) => [of('Odos router')]),
  piece('Router 02 decoder', 'UniswapV3SwapRouter02Decoder', (of) => [of('Uniswap positions')]),
  piece('Odos executor', 'SwapExecutor'),
  piece('Uniswap quoter', 'QuoterV2', (of) => [of('Uniswap factory'), of('WETH')]),
  piece('Other Uniswap factory', 'UniswapFactory', () => []),
]

/** The relayer of a settlement, which its constructor makes. */
export function relayerOf(of: Of): Address {
  return getContractAddress({ from: of('CoW settlement'), nonce: 1n })
}

function feed(name: string, pair: string, answer: bigint): Piece {
  return piece(name, 'PriceFeed', () => [owner, pair, 8, answer])
}
