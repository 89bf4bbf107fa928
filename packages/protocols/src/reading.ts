import type { Address, Hex } from '@vaultwright/base'

/** A call that reads. */
export type Read = { readonly to: Address; readonly data: Hex }

/** What a read returned: bytes, `0x` where nothing stands; null when it reverted. */
export type ReadResult = Hex | null

/**
 * A description of reads that knows no chain: it yields rounds of calls, gets their answers in order, and
 * returns what they mean. Whoever runs it, on a chain or on answers that were recorded, gets the same.
 */
export type Reading<Found> = Generator<readonly Read[], Found, readonly ReadResult[]>

/**
 * Runs readings side by side as one: each round asks what all of them ask, and the same call once.
 *
 * @param readings - any number.
 * @returns a reading of what each found, in their order; it takes as many rounds as the longest.
 */
export function* joinReadings<Found>(
  readings: readonly Reading<Found>[],
): Reading<readonly Found[]> {
  const found: Found[] = []
  let open = readings.flatMap((reading, index) => {
    const step = reading.next()
    if (step.done !== true) return [{ reading, index, calls: step.value }]
    found[index] = step.value
    return []
  })
  while (open.length > 0) {
    const places = new Map<string, number>()
    const calls: Read[] = []
    for (const call of open.flatMap((one) => one.calls)) {
      const key = `${call.to} ${call.data}`
      if (places.has(key)) continue
      places.set(key, calls.length)
      calls.push(call)
    }
    const answers = calls.length === 0 ? [] : yield calls
    open = open.flatMap(({ reading, index, calls: asked }) => {
      const step = reading.next(asked.map(({ to, data }) => answers[places.get(`${to} ${data}`)!]!))
      if (step.done !== true) return [{ reading, index, calls: step.value }]
      found[index] = step.value
      return []
    })
  }
  return found
}
