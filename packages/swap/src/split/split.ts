/** The output of a venue for amounts sold, as measured points: sold rises, `{0, 0}` is left out. */
export type OutputCurve = readonly { readonly sold: bigint; readonly bought: bigint }[]

/** A venue that may take a share, up to the last point of its curve. */
export type SplitVenue = {
  readonly curve: OutputCurve
  /** The fixed cost of its use, in base units of the bought token. */
  readonly fixedCost: bigint
}

/** The shares of an order: the amount each venue sells, in the order of the venues. */
export type SplitShares = readonly bigint[]

/** A split has so many legs at most: each one is gas, and one more thing to go wrong. */
export const maxSplitLegs = 8

/**
 * Fills an order in chunks, each to the venue that buys the most for it: what a pool buys is concave in
 * what it is sold, so the greedy fill is the best one of that grain. No venue sells more than its curve tells.
 *
 * A venue must pay for its own gas: without it the rest is filled again where that is worth more.
 *
 * Source: the published water-fill algorithm of order splitting.
 *
 * @returns shares that sum to the amount exactly; null where the venues do not take all of it.
 */
export function splitOver(
  venues: readonly SplitVenue[],
  amount: bigint,
  chunks: number,
): SplitShares | null {
  let best = fill(venues, { amount, chunks, open: venues.map(() => true) })
  if (!best.isWhole) return null
  for (;;) {
    const used = best.shares.flatMap((share, index) => (share > 0n ? [index] : []))
    if (used.length === 0) return null
    const isTooMany = used.length > maxSplitLegs
    const without = used
      .map((closed) => {
        const open = venues.map((_, index) => used.includes(index) && index !== closed)
        return fill(venues, { amount, chunks, open })
      })
      .filter(({ isWhole }) => isWhole)
    const next = without.reduce<ChunkFill | null>(
      (one, other) => (one === null || other.worth > one.worth ? other : one),
      null,
    )
    if (next === null) return isTooMany ? null : best.shares
    if (!isTooMany && next.worth <= best.worth) return best.shares
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
  const rooms = venues.map(({ curve }, index) => (open[index] ? (curve.at(-1)?.sold ?? 0n) : 0n))
  const count = BigInt(chunks)
  /** The output of a venue for the next chunk, or for its last part where that is smaller. */
  const nextOf = (index: number, size: bigint) => {
    const [share, room] = [shares[index]!, rooms[index]! - shares[index]!]
    const taken = room < size ? room : size
    if (taken <= 0n) return null
    return { taken, more: outputAt(venues[index]!.curve, share + taken) - outputs[index]! }
  }
  let nexts: readonly ReturnType<typeof nextOf>[] = []
  let [size, isWhole] = [0n, true]
  for (let chunk = 0n; chunk < count && isWhole; chunk++) {
    // What rounding leaves is in the chunks themselves: they sum to the amount.
    let remaining = (amount * (chunk + 1n)) / count - (amount * chunk) / count
    while (remaining > 0n && isWhole) {
      if (remaining !== size) nexts = venues.map((_, index) => nextOf(index, remaining))
      size = remaining
      const best = dearestOf(nexts)
      const next = nexts[best] ?? null
      isWhole = next !== null
      if (next === null) break
      shares[best]! += next.taken
      outputs[best]! += next.more
      remaining -= next.taken
      nexts = nexts.map((one, index) => (index === best ? nextOf(index, size) : one))
    }
  }
  const worth = venues.reduce(
    (sum, { fixedCost }, index) => (shares[index]! > 0n ? sum + outputs[index]! - fixedCost : sum),
    0n,
  )
  return { shares, worth, isWhole }
}

/** The one that pays most a unit: the last part of a venue may be smaller than a chunk. */
function dearestOf(
  nexts: readonly ({ readonly taken: bigint; readonly more: bigint } | null)[],
): number {
  let best = -1
  for (const [index, next] of nexts.entries()) {
    if (next === null) continue
    const first = nexts[best]
    if (first === null || first === undefined || next.more * first.taken > first.more * next.taken)
      best = index
  }
  return best
}

/** The output of a venue for an amount: between two points in proportion, behind the last nothing more. */
export function outputAt(curve: OutputCurve, sold: bigint): bigint {
  let [low, high] = [0, curve.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (curve[middle]!.sold < sold) low = middle + 1
    else high = middle
  }
  const before = low === 0 ? { sold: 0n, bought: 0n } : curve[low - 1]!
  const point = curve[low]
  if (point === undefined) return before.bought
  const span = point.sold - before.sold
  if (span === 0n) return point.bought
  return before.bought + ((point.bought - before.bought) * (sold - before.sold)) / span
}
