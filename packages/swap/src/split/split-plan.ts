import { type OutputCurve, type SplitShares, type SplitVenue, splitOver } from './split.ts'

/** Thousandths of the amount at which venues are measured first: close together where a narrow pool ends. */
const coarseParts = [
  1,
  2,
  5,
  10,
  20,
  35,
  ...Array.from({ length: 20 }, (_, index) => 50 * index + 50),
]

/** The grain of both passes. */
const chunks = 1000

/** Points beside a share: so many half hundredths of the amount on each side, or as many as lie before its end. */
const sidePoints = 10
const endPoints = 30

/** The amounts at which every venue is measured first; the last is the whole amount. */
export function coarseAmounts(amount: bigint): readonly bigint[] {
  const unit = amount / 1000n
  return distinct([...coarseParts.slice(0, -1).map((part) => unit * BigInt(part)), amount], amount)
}

/**
 * The amounts at which a venue is measured again, beside the share that the first pass gave it.
 *
 * @param refused - null, or where the share is all that the venue is known to carry, the amount that it refused:
 *   how much of what lies between it takes is looked for.
 */
export function fineAmounts(
  amount: bigint,
  share: bigint,
  refused: bigint | null,
): readonly bigint[] {
  const unit = amount / 200n
  const start = share - unit * BigInt(sidePoints)
  if (refused !== null) {
    const room = refused - share
    const before = stepsOf(sidePoints, (step) => start + unit * step)
    const after = stepsOf(endPoints, (step) => share + (room * step) / BigInt(endPoints))
    return distinct([...before, ...after], amount)
  }
  const points = stepsOf(2 * sidePoints + 1, (step) => start + unit * step)
  return distinct([...points.filter((one) => one < amount), amount].slice(0, points.length), amount)
}

function stepsOf(count: number, pointOf: (step: bigint) => bigint): readonly bigint[] {
  return Array.from({ length: count }, (_, step) => pointOf(BigInt(step)))
}

/** Splits an amount over venues as their curves tell. */
export function planSplit(venues: readonly SplitVenue[], amount: bigint): SplitShares | null {
  return splitOver(venues, amount, chunks)
}

/**
 * The part of a curve that a venue can carry: up to the first amount that it refused or did not sell whole.
 *
 * A view that answers the same for more has run out somewhere before.
 *
 * @param points - what each amount bought, null where it was refused, in the order of the amounts.
 * @param end - the part that it sold when it was given more; null if that is not known.
 */
export function usableCurve(
  points: readonly (OutputCurve[number] | null)[],
  end: OutputCurve[number] | null,
): OutputCurve {
  const gap = points.indexOf(null)
  const curve = (gap < 0 ? points : points.slice(0, gap)) as OutputCurve
  let count = curve.length
  while (count > 1 && curve[count - 1]!.bought <= curve[count - 2]!.bought) count--
  // Of equal answers the first one may have run out as well.
  if (count < curve.length) count--
  const usable = curve.slice(0, count)
  if (end === null) return usable
  // A hair less than the end: what ends exactly there may be a base unit short.
  const sold = end.sold - end.sold / 1_000_000n
  return [...usable.filter((point) => point.sold < sold), { ...end, sold }]
}

/** A curve with points that were measured later: between the first and the last of them only they count. */
export function refineCurve(coarse: OutputCurve, fine: OutputCurve): OutputCurve {
  const [first, last] = [fine[0], fine.at(-1)]
  if (first === undefined || last === undefined) return coarse
  return [
    ...coarse.filter(({ sold }) => sold < first.sold),
    ...fine,
    ...coarse.filter(({ sold }) => sold > last.sold),
  ]
}

function distinct(amounts: readonly bigint[], amount: bigint): readonly bigint[] {
  return [...new Set(amounts)].filter((one) => one > 0n && one <= amount)
}
