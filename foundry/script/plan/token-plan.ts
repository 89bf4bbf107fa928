import { accountOf } from '../account.ts'
import { type Piece, piece } from './piece.ts'

const owner = accountOf('owner')

/** Tokens as they should be, and tokens that lie. */
export const tokens: readonly Piece[] = [
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

function asciiWord(text: string): `0x${string}` {
  return `0x${Buffer.from(text, 'ascii').toString('hex').padEnd(64, '0')}`
}
