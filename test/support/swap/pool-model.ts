/** A pool by its own formula, in floating point: the output for an amount, or null where it is refused. */
export type PoolModel = {
  readonly outputOf: (sold: number) => number | null
  /** The most that it takes. */
  readonly room: number
  /** The amount at which it stops and leaves the rest; null where it refuses more, or takes any. */
  readonly endsAt: number | null
}

/** A pool of constant product. */
export function productPool([sold, bought]: readonly [number, number], fee: number): PoolModel {
  const outputOf = (amount: number) => {
    const net = amount * (1 - fee)
    return (bought * net) / (sold + net)
  }
  return { outputOf, room: Number.POSITIVE_INFINITY, endsAt: null }
}

/** Liquidity between two prices; of the prices that the sale passes, in its order. */
export type PriceRange = { readonly liquidity: number; readonly from: number; readonly to: number }

/**
 * A pool of ranges: the square root of the price of what is sold falls through them from the first one.
 *
 * A sale ends where the last range does.
 */
export function rangePool(ranges: readonly PriceRange[], fee: number): PoolModel {
  const sizes = ranges.map(({ liquidity, from, to }) => liquidity * (1 / to - 1 / from))
  const room = sizes.reduce((sum, size) => sum + size, 0) / (1 - fee)
  const outputOf = (amount: number) => {
    if (amount > room) return null
    let [net, output] = [amount * (1 - fee), 0]
    for (const [index, { liquidity, from, to }] of ranges.entries()) {
      if (net <= 0) break
      const size = sizes[index]!
      const end = net >= size ? to : 1 / (1 / from + net / liquidity)
      output += liquidity * (from - end)
      net -= size
    }
    return output
  }
  return { outputOf, room, endsAt: room }
}

/** A pool that trades near one price until a side is nearly empty, and refuses more. */
export function stablePool(depth: number, price: number, fee: number): PoolModel {
  const room = depth * 0.95
  const outputOf = (amount: number) => {
    const net = amount * (1 - fee)
    // Concave, and flat at first: the price falls with the fourth power of what is sold.
    return amount > room ? null : price * net * (1 - 0.2 * (amount / depth) ** 4)
  }
  return { outputOf, room, endsAt: null }
}

/** A pool of two weights, which refuses a sale above 30 % of what it has of the sold token. Source: Balancer. */
export function weightedPool(
  [sold, bought]: readonly [number, number],
  weight: number,
  fee: number,
): PoolModel {
  const room = sold * 0.3
  const power = weight / (1 - weight)
  const outputOf = (amount: number) =>
    amount > room ? null : bought * (1 - (sold / (sold + amount * (1 - fee))) ** power)
  return { outputOf, room, endsAt: null }
}

/** The output of shares; what no pool takes buys nothing. */
export function outputOfShares(pools: readonly PoolModel[], shares: readonly number[]): number {
  return pools.reduce((sum, { outputOf }, index) => sum + (outputOf(shares[index]!) ?? 0), 0)
}

/** The most that pools pay for an amount, by a greedy fill in so many chunks: outputs are concave. */
export function optimumOf(pools: readonly PoolModel[], amount: number, chunks = 2_000): number {
  const shares = pools.map(() => 0)
  const outputs = pools.map(() => 0)
  const nextOf = (index: number) => {
    const { outputOf, room } = pools[index]!
    const size = amount / chunks
    const share = shares[index]! + size
    return share > room ? -1 : (outputOf(share) ?? -1) - outputs[index]!
  }
  const gains = pools.map((_, index) => nextOf(index))
  if (pools.length === 0) return 0
  for (let chunk = 0; chunk < chunks; chunk++) {
    const best = gains.indexOf(Math.max(...gains))
    if (gains[best]! < 0) break
    outputs[best]! += gains[best]!
    shares[best]! += amount / chunks
    gains[best] = nextOf(best)
  }
  return outputs.reduce((sum, output) => sum + output, 0)
}
