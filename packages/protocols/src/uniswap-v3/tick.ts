const maxWord = 2n ** 256n - 1n

/** The lowest and highest tick. Source: Uniswap v3, TickMath. */
export const maxTick = 887_272n

/** 2^128 / sqrt(1.0001)^(2^n), as the contract rounds it, from n = 0 on. Source: Uniswap v3, TickMath. */
const factors: readonly bigint[] = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
]

/**
 * Works out the square root of the price at a tick, digit for digit as pools do.
 *
 * Source: Uniswap v3, TickMath.getSqrtRatioAtTick.
 */
export function sqrtRatioAt(tick: bigint): bigint {
  const size = tick < 0n ? -tick : tick
  let ratio = 1n << 128n
  for (const [bit, factor] of factors.entries()) {
    if ((size >> BigInt(bit)) & 1n) ratio = (ratio * factor) >> 128n
  }
  if (tick > 0n) ratio = maxWord / ratio
  return (ratio >> 32n) + (ratio & 0xffffffffn ? 1n : 0n)
}

/** The range and size of a position. */
export type Range = {
  /** From lower to upper. */
  readonly tickLower: bigint
  readonly tickUpper: bigint
  readonly liquidity: bigint
}

/**
 * Works out what a position pays out at a price from outside, which no trade in its pool moves.
 *
 * @param price - base units of token 1 for one of token 0, as a fraction; both above zero.
 */
export function amountsAtPrice(
  range: Range,
  { above, below }: { readonly above: bigint; readonly below: bigint },
): readonly [bigint, bigint] {
  return amountsOf(range, squareRootOf((above << 192n) / below))
}

/** The square root, rounded down. */
function squareRootOf(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/**
 * Works out what a position pays out when its liquidity is taken away.
 *
 * Source: Uniswap v3, SqrtPriceMath, rounded down as `burn` does.
 */
export function amountsOf(
  { tickLower, tickUpper, liquidity }: Range,
  sqrtPrice: bigint,
): readonly [bigint, bigint] {
  const [lower, upper] = [sqrtRatioAt(tickLower), sqrtRatioAt(tickUpper)]
  const price = sqrtPrice < lower ? lower : sqrtPrice > upper ? upper : sqrtPrice
  const amount0 = ((liquidity << 96n) * (upper - price)) / upper / price
  const amount1 = (liquidity * (price - lower)) >> 96n
  return [amount0, amount1]
}
