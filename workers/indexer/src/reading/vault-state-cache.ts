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
  const known = new Map<string, { readonly measured: VaultState; readonly size: number }>()
  let total = 0
  return (reading) => {
    const { chain, vault, day, digest, body } = reading
    const key = `${chain}/${vault}/${day}/${digest}`
    const found = known.get(key)
    if (found !== undefined) return found.measured
    const measured = vaultStateOf(parseRawReading(body))
    known.set(key, { measured, size: body.length })
    total += body.length
    for (const [oldest, { size }] of known) {
      if (known.size <= most && total <= mostCharacters) break
      known.delete(oldest)
      total -= size
    }
    return measured
  }
}
