/** One figure of a benchmark: what was measured, and beside it the same work of a peer in the same run. */
export type Figure = {
  /** The name of the figure, with its size: `build-16384`. */
  readonly name: string
  /** The peer of the comparison; null for a figure that stands alone. */
  readonly peer: string | null
  readonly unit: 'ms' | 'us' | 'MB' | 'per second' | 'count'
  readonly ours: number
  /** Of the peer, in the same unit; null without a peer, or where the peer is not installed. */
  readonly theirs: number | null
  /** The better of both over the other, as the bar of the figure reads it; null where `theirs` is. */
  readonly ratio: number | null
  /** True if each round did work that no round before it did. A figure of repeated work may be that of a cache. */
  readonly fresh: boolean
}

/** Identifies a figure within its part: the name, and the peer if it has one. */
export function figureKeyOf({ name, peer }: Pick<Figure, 'name' | 'peer'>): string {
  return peer === null ? name : `${name} ${peer}`
}

const units: ReadonlySet<unknown> = new Set<Figure['unit']>([
  'ms',
  'us',
  'MB',
  'per second',
  'count',
])

/**
 * Takes over what a part gave, as it came from the part's process.
 *
 * @throws {Error} if it is not a list of figures: none at all, one twice, a number that is not one.
 */
export function parseFigures(given: unknown): readonly Figure[] {
  if (!Array.isArray(given) || given.length === 0) throw new Error('it gave no figure')
  const keys = new Set<string>()
  for (const figure of given as Figure[]) {
    const key = figureKeyOf(figure)
    const wrong = mistakeOf(figure)
    if (wrong !== null) throw new Error(`figure "${key}": ${wrong}`)
    if (keys.has(key)) throw new Error(`figure "${key}": it is there twice`)
    keys.add(key)
  }
  return given
}

function mistakeOf({ name, peer, unit, ours, theirs, ratio, fresh }: Figure): string | null {
  if (typeof name !== 'string' || name === '') return 'it has no name'
  if (peer !== null && typeof peer !== 'string') return `its peer is ${peer}`
  if (!units.has(unit)) return `its unit is ${unit}`
  if (!isMeasured(ours)) return `ours is ${ours}`
  if (theirs !== null && !isMeasured(theirs)) return `theirs is ${theirs}`
  if (ratio !== null && !isMeasured(ratio)) return `its ratio is ${ratio}`
  if (peer === null && theirs !== null) return `theirs is ${theirs} without a peer`
  if ((theirs === null) !== (ratio === null)) return `theirs is ${theirs}, and its ratio ${ratio}`
  if (typeof fresh !== 'boolean') return `fresh is ${fresh}`
  return null
}

function isMeasured(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
