import type { StoredReading } from '@vaultwright/store'
import type { Measured } from '@vaultwright/valuation'
import { measuredOf } from './measured-day.ts'
import { parseRawReading } from './raw-reading.ts'

/**
 * Makes a reader of kept readings that remembers the last of them: the days of a week are asked for again
 * and again.
 *
 * @param most - how many are remembered.
 * @returns the reader. It throws RawReadingError and UnrecordedReadError.
 */
export function openMeasuredMemory(most = 256): (reading: StoredReading) => Measured {
  const known = new Map<string, Measured>()
  return (reading) => {
    const { chain, vault, day, digest, body } = reading
    const key = `${chain}/${vault}/${day}/${digest}`
    const found = known.get(key)
    if (found !== undefined) return found
    const measured = measuredOf(parseRawReading(body))
    if (known.size >= most) known.delete(known.keys().next().value!)
    known.set(key, measured)
    return measured
  }
}
