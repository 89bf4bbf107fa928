import { openLruMap } from '@vaultwright/base'
import type { StoredReading } from '@vaultwright/store'
import type { VaultState } from '@vaultwright/valuation'
import { parseRawReading } from './raw-reading.ts'
import { vaultStateOf } from './vault-state.ts'

/** Of the bodies that are remembered: a vault that may hold thousands of things makes large ones. */
const mostCharacters = 64_000_000

/**
 * Makes a reader of kept readings that remembers the last of them: the days of a week are asked for again
 * and again.
 *
 * @param most - how many are remembered, as long as they are not large.
 * @returns the reader. It throws RawReadingError and UnrecordedReadError.
 */
export function openVaultStateCache(most = 256): (reading: StoredReading) => VaultState {
  const known = openLruMap<string, VaultState>({ maxEntries: most, maxWeight: mostCharacters })
  return (reading) => {
    const { chain, vault, day, digest, body } = reading
    const key = `${chain}/${vault}/${day}/${digest}`
    const found = known.get(key)
    if (found !== undefined) return found
    const state = vaultStateOf(parseRawReading(body))
    known.set(key, state, body.length)
    return state
  }
}
