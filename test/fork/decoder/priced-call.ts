import type { Address, Hex } from '@vaultwright/base'
import { type AbiValue, encodeCall, parseSignature } from '@vaultwright/manager'
import { pricedDecoders } from '@vaultwright/protocols'

/** Carries swaps out, and is the target of what is built here. */
export const executor: Address = '0x0000000000000000000000000000000000000777'
const vault: Address = '0x0000000000000000000000000000000000000778'

type Trade = {
  readonly sold: Address
  readonly bought: Address
  readonly amount: bigint
  readonly least: bigint
}
type Encoder = (trade: Trade) => Hex

/** Encodes the call of a decoder's function, by its own signature. */
function encoderOf(
  name: string,
  index: number,
  argumentsOf: (trade: Trade) => readonly AbiValue[],
): Encoder {
  const decoder = pricedDecoders.find((one) => one.decoder === name)!
  const fn = parseSignature(decoder.functions[index]!.signature)
  return (trade) => encodeCall(fn, argumentsOf(trade))
}

const digits = (account: Address) => account.slice(2).toLowerCase()
const word = (number: bigint) => number.toString(16).padStart(64, '0')
const pathOf = ({ sold, bought }: Trade): Hex => `0x${digits(sold)}0001f4${digits(bought)}`
const descriptionOf = ({ sold, bought, amount, least: minimum }: Trade) => [
  sold,
  bought,
  executor,
  vault,
  amount,
  minimum,
  0n,
]
const compact: Encoder = ({ sold, bought, amount, least: minimum }) =>
  (`0x83bd37f90001${digits(sold)}0001${digits(bought)}20${word(amount)}20${word(minimum)}000000` +
    `0001${digits(executor)}00000001${digits(vault)}00000000`) as Hex

/**
 * Names the decoder, its function and how its calldata is encoded.
 *
 * @param coins - of the pool, in its order, when something is encoded; any other token has the place behind them.
 */
export function pricedEncoders(
  coins: () => readonly Address[],
): readonly (readonly [string, string, Encoder])[] {
  const placeIn = (token: Address) => {
    const place = coins().indexOf(token)
    return BigInt(place < 0 ? coins().length : place)
  }
  return [
    [
      'PricedUniswapV3',
      'exactInput',
      encoderOf('PricedUniswapV3', 0, (trade) => [
        [pathOf(trade), vault, 1n, trade.amount, trade.least],
      ]),
    ],
    [
      'PricedUniswapV3',
      'exactInput of router 02',
      encoderOf('PricedUniswapV3', 1, (trade) => [
        [pathOf(trade), vault, trade.amount, trade.least],
      ]),
    ],
    [
      'PricedOneInch',
      'swap v6',
      encoderOf('PricedOneInch', 0, (trade) => [executor, descriptionOf(trade), '0x']),
    ],
    [
      'PricedOneInch',
      'swap v5',
      encoderOf('PricedOneInch', 1, (trade) => [executor, descriptionOf(trade), '0x', '0x']),
    ],
    [
      'PricedOdos',
      'swap',
      encoderOf('PricedOdos', 0, ({ sold, bought, amount, least: minimum }) => [
        [sold, amount, executor, bought, minimum, minimum, vault],
        '0x',
        executor,
        0n,
      ]),
    ],
    ['PricedOdos', 'swapCompact', compact],
    [
      'PricedCurve',
      'exchange',
      encoderOf('PricedCurve', 0, ({ sold, bought, amount, least: minimum }) => [
        placeIn(sold),
        placeIn(bought),
        amount,
        minimum,
      ]),
    ],
  ]
}
