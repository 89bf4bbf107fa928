/**
 * Runs contenders in turn, round by round in one process, so that a drift of the machine hits all alike.
 *
 * @param contenders - name → function (may be async); the first is ours.
 * @param rounds - counted rounds after one that is not counted.
 * @returns name → median milliseconds.
 */
export async function measure(contenders, rounds) {
  const names = Object.keys(contenders)
  const times = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const from = performance.now()
      await contenders[name]()
      if (round >= 0) times[name].push(performance.now() - from)
    }
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(times[name])]))
}

/** One line per peer: how many times longer than ours it takes. */
export function ratiosOf(name, medians) {
  const [[, ours], ...peers] = Object.entries(medians)
  return peers.map(([peer, time]) => ({ name, peer, ratio: time / ours, ours, theirs: time }))
}

export function medianOf(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Preimages shaped like leaves: 45 + 20k bytes, k from 0 to 5 in turn. */
export function preimagesOf(count) {
  let state = 0x9e3779b9
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  }
  return Array.from({ length: count }, (_, index) =>
    Uint8Array.from({ length: 45 + 20 * (index % 6) }, next),
  )
}

/** Fails loudly when two contenders do not agree: a fast wrong answer is not an answer. */
export function assertEqual(name, ours, theirs) {
  if (ours !== theirs) throw new Error(`${name}: ${theirs} instead of ${ours}`)
}
