/**
 * Finds the name that a mistyped word most likely meant.
 *
 * @param word - what was typed.
 * @param names - what there is.
 * @returns the nearest name; undefined when none is near enough to suggest.
 */
export function nearestOf(word: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3) + 1)
  const rated = names.map((name) => ({ name, steps: stepsBetween(word.toLowerCase(), name) }))
  const near = rated.filter(({ steps }) => steps <= most).sort((a, b) => a.steps - b.steps)
  return near[0]?.name
}

/** How many letters must be put in, taken out, changed or swapped with their neighbour. */
function stepsBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1
      let steps = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwap) steps = Math.min(steps, before[j - 2]! + 1)
      row.push(steps)
    }
    before = last
    last = row
  }
  return last[other.length]!
}
