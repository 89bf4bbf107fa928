/** The output of a venue for amounts sold, as measured points: sold rises, `{0, 0}` is left out. */
export type OutputCurve = readonly { readonly sold: bigint; readonly bought: bigint }[]

/** A venue that may take a share. */
export type SplitVenue = {
  readonly curve: OutputCurve
  /** The fixed cost of its use, in base units of the bought token. */
  readonly fixedCost: bigint
}

/** The shares of an order: the amount each venue sells, in the order of the venues. */
export type SplitShares = readonly bigint[]

/** A split has so many legs at most: each one is gas, and one more thing to go wrong. */
export const maxLegs = 4

/**
 * Fills an order in chunks, each to the venue that buys the most for it: what a pool buys is concave in
 * what it is sold, so the greedy fill is the best one of that grain.
 *
 * A venue must pay for its own gas: without it the rest is filled again where that is worth more.
 *
 * Source: the published water-fill algorithm of order splitting.
 *
 * @returns shares that sum to the amount exactly; null where no venue takes anything.
 */
export function splitOver(
  venues: readonly SplitVenue[],
  amount: bigint,
  chunks: number,
): SplitShares | null {
  const first = fill(venues, { amount, chunks, open: venues.map(() => true) })
  let best = first
  for (;;) {
    const used = best.shares.flatMap((share, index) => (share > 0n ? [index] : []))
    if (used.length === 0) return null
    const isTooMany = used.length > maxLegs
    const without = used.map((closed) => {
      const open = venues.map((_, index) => used.includes(index) && index !== closed)
      return fill(venues, { amount, chunks, open })
    })
    const next = without.reduce<ChunkFill | null>(
      (one, other) => (one === null || other.worth > one.worth ? other : one),
      null,
    )
    const isBetter = next?.isWhole === true && next.worth > best.worth
    if (used.length === 1 || next === null || !(isTooMany || isBetter)) return best.shares
    best = next
  }
}

type ChunkFill = {
  readonly shares: readonly bigint[]
  /** Output less what the venues used cost. */
  readonly worth: bigint
  readonly isWhole: boolean
}

type FillTerms = {
  readonly amount: bigint
  readonly chunks: number
  readonly open: readonly boolean[]
}

function fill(venues: readonly SplitVenue[], { amount, chunks, open }: FillTerms): ChunkFill {
  const shares = venues.map(() => 0n)
  const outputs = venues.map(() => 0n)
  const count = BigInt(chunks)
  let isWhole = true
  for (let chunk = 0n; chunk < count; chunk++) {
    // What rounding leaves is in the chunks themselves: they sum to the amount.
    const size = (amount * (chunk + 1n)) / count - (amount * chunk) / count
    if (size === 0n) continue
    let best = -1
    let most = -1n
    for (const [index, venue] of venues.entries()) {
      if (!open[index]) continue
      const more = outputAt(venue.curve, shares[index]! + size) - outputs[index]!
      if (more > most) {
        best = index
        most = more
      }
    }
    if (best < 0) {
      isWhole = false
      continue
    }
    shares[best]! += size
    outputs[best]! += most
  }
  const worth = venues.reduce(
    (sum, { fixedCost }, index) => (shares[index]! > 0n ? sum + outputs[index]! - fixedCost : sum),
    0n,
  )
  return { shares, worth, isWhole }
}

/** The output of a venue for an amount: between two points in proportion, behind the last nothing more. */
export function outputAt(curve: OutputCurve, sold: bigint): bigint {
  let before = { sold: 0n, bought: 0n }
  for (const point of curve) {
    if (sold <= point.sold) {
      const span = point.sold - before.sold
      if (span === 0n) return point.bought
      return before.bought + ((point.bought - before.bought) * (sold - before.sold)) / span
    }
    before = point
  }
  return before.bought
}
