/**
 * Finds the name that a mistyped word most likely meant.
 *
 * @param most - how many letters may differ · default: a third of the word's, and one, and never more than half.
 * @returns the nearest name, the first of equally near ones; without `most` and a near one, the first that
 *   begins with the word; null when none is near enough to suggest.
 */
export function nearestOf(word: string, names: Iterable<string>, most?: number): string | null {
  const list = [...names]
  const near = withinSteps(word, list, most ?? defaultSteps(word))
  if (near !== null || most !== undefined || word.length < minimumStart) return near
  return list.find((name) => name.toLowerCase().startsWith(word.toLowerCase())) ?? null
}

/**
 * Finds the symbol of an asset that a mistyped one most likely meant.
 *
 * Symbols are short and near each other, and another asset is other money: LUSD is no slip for sUSDe.
 *
 * @returns as `nearestOf`, where at most a quarter of the letters, or one, may differ.
 */
export function nearestSymbol(symbol: string, symbols: Iterable<string>): string | null {
  return nearestOf(symbol, symbols, Math.max(1, Math.floor(symbol.length / 4)))
}

/** Fewer letters begin too many names. */
const minimumStart = 3

function defaultSteps({ length }: string): number {
  return Math.min(Math.floor(length / 3) + 1, Math.floor(length / 2))
}

function withinSteps(word: string, names: readonly string[], most: number): string | null {
  const written = word.toLowerCase()
  let best: { readonly name: string; readonly steps: number } | null = null
  for (const name of names) {
    // No fewer steps than letters that one has more: most names are out before they are compared.
    if (Math.abs(name.length - written.length) > most) continue
    const steps = stepsBetween(written, name.toLowerCase())
    if (steps <= most && (best === null || steps < best.steps)) best = { name, steps }
  }
  return best?.name ?? null
}

/** The number of letters to insert, remove, change or swap with their neighbour. */
function stepsBetween(one: string, other: string): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1
      const steps = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(isSwap ? Math.min(steps, before[j - 2]! + 1) : steps)
    }
    before = last
    last = row
  }
  return last[other.length]!
}

/**
 * Says that a key of a file is unknown, and which one it may stand for.
 *
 * @param where - what has no such key · default: `here`.
 * @returns what follows the key: `is not a key here. Did you mean chains?`
 */
export function unknownKeyText(key: string, known: readonly string[], where = 'here'): string {
  const near = nearestOf(key, known)
  return `is not a key ${where}${near === null ? '' : `. Did you mean ${near}?`}`
}
