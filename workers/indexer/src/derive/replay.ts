import type { DayRange, DeriveCount } from '@vaultwright/store'
import { shiftDay } from '@vaultwright/valuation'
import type { IndexContext } from '../context/context.ts'
import type { IndexedVault } from '../read/vault-read-plan.ts'
import { weekDays } from '../value/basis.ts'
import { deriveFor } from './derive.ts'

/** Which days are computed again, and why. */
export type ReplayOrder = Partial<DayRange> & {
  /** One sentence; it is kept with every value that changes. */
  readonly reason: string
}

/** Days that are computed at once: each of them costs the seven before it only once. */
const together = 64

/** What replaying needs: no chain. */
export type ReplayParts = Pick<IndexContext, 'store' | 'formulas' | 'measuredOf' | 'observe'>

/**
 * Computes all values of a vault on a chain again from its kept readings, without asking any chain.
 *
 * @param indexedVault - the vault on its chain, as `findSeat` gives it.
 * @returns what was written, in rows; what comes out as it was is not.
 */
export async function replayVault(
  parts: ReplayParts,
  indexedVault: IndexedVault,
  { from, to, reason }: ReplayOrder,
): Promise<DeriveCount> {
  const { vaultRef } = indexedVault
  const marks = await parts.store.readings.marks(vaultRef.tenantId, vaultRef)
  const days = marks
    .map(({ day }) => day)
    .filter((day) => (from === undefined || day >= from) && (to === undefined || day <= to))
  const total = { added: 0, completed: 0, revised: 0, unchanged: 0 }
  for (const part of partsOf(days)) {
    const wanted = { snapshot: part, daily: part, performance: part }
    const count = await deriveFor(parts, indexedVault, { days: wanted, reason })
    total.added += count.added
    total.completed += count.completed
    total.revised += count.revised
    total.unchanged += count.unchanged
  }
  return total
}

/** A part never leaps over more days than a week looks back: what lies between would be read for nothing. */
function partsOf(days: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = []
  for (const day of days) {
    const part = parts.at(-1)
    const last = part?.at(-1)
    const isNear = last !== undefined && day <= shiftDay(last, weekDays)
    if (part !== undefined && isNear && part.length < together) part.push(day)
    else parts.push([day])
  }
  return parts
}
