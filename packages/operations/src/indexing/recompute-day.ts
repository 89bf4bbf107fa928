import type { AccountantDay, RecomputedFigure } from '@vaultwright/valuation'
import { readingsAsOf } from './derive-again.ts'
import type { ValueQuery } from './stored-value.ts'

/**
 * Computes what the accountant of a vault said at the end of a day by the rules of its contract, from the kept
 * answers of the chain of that day and of the day before.
 *
 * @returns none if the reading is not kept, or the vault had no accountant.
 */
export async function recomputeDay(
  query: Omit<ValueQuery, 'kind'>,
): Promise<readonly RecomputedFigure[]> {
  const { store, vault, chain, day, asOfUnix } = query
  const { openReadingParser, parseRawReading, sharesAtLastUpdateOf } = await import(
    '@vaultwright/indexer'
  )
  const { recomputeAccountant, shiftDay } = await import('@vaultwright/valuation')
  const range = { from: shiftDay(day, -1), to: day }
  const readings = await readingsAsOf(
    store,
    { chain, vault: vault.address },
    { tenantId: vault.tenantId, range, asOfUnix },
  )
  const parse = openReadingParser()
  const dayOf = (date: string): AccountantDay | null => {
    const reading = readings.find((entry) => entry.day === date)
    if (reading === undefined) return null
    const sharesAtLastUpdate = sharesAtLastUpdateOf(parseRawReading(reading.body))
    return { state: parse(reading).state, sharesAtLastUpdate }
  }
  const today = dayOf(day)
  return today === null ? [] : recomputeAccountant(today, dayOf(range.from))
}

/** True if a figure was computed, and is as it was read; null if it could not be computed. */
export function isRecomputed({ read: figure, computed }: RecomputedFigure): boolean | null {
  return computed.value === null ? null : computed.value === figure
}
