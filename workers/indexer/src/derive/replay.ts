import type { DeriveCount } from '@vaultwright/store'
import { shiftDay } from '@vaultwright/valuation'
import type { IndexedVault } from '../read/vault-read-plan.ts'
import type { ReplayOrder } from '../task/task.ts'
import { weekDays } from '../value/basis.ts'
import { deriveFor } from './derive.ts'
import {
  countsOf,
  type ReplayedDays,
  type ReplayParts,
  readReplayPlan,
  type WantedDays,
} from './replay-plan.ts'
import { openVaultReplay } from './vault-replay.ts'

/** Days that are written in one transaction: more of a vault are written in several. */
const maxTogether = 512

/** Readings may come while values are computed; who meets that so often computes behind a lock. */
const maxTries = 3

/**
 * Computes values of a vault on a chain again from its kept readings, without asking any chain.
 *
 * @param indexedVault - the vault on its chain, as `findIndexedVault` gives it.
 * @returns what was written, in rows; what comes out as it was is not.
 */
export async function replayVault(
  parts: ReplayParts,
  indexedVault: IndexedVault,
  order: ReplayOrder,
): Promise<ReplayedDays> {
  const plan = await readReplayPlan(parts, indexedVault, order)
  const counts: DeriveCount[] = []
  for (const days of partsOf(plan.wanted)) {
    counts.push(await replayPart(parts, indexedVault, { days, order }))
  }
  return countsOf(plan, counts)
}

type ReplayPart = { readonly days: WantedDays; readonly order: ReplayOrder }

async function replayPart(
  parts: ReplayParts,
  indexedVault: IndexedVault,
  { days, order: { reason } }: ReplayPart,
): Promise<DeriveCount> {
  for (let tries = 0; tries < maxTries; tries++) {
    const count = await openVaultReplay(parts, indexedVault, reason).run(days)
    if (count !== null) return reported(parts, indexedVault, { count, days, reason })
  }
  return deriveFor(parts, indexedVault, { days, reason })
}

function reported(
  { observe }: ReplayParts,
  { vaultRef }: IndexedVault,
  { count, days, reason }: { count: DeriveCount; days: WantedDays; reason: string },
): DeriveCount {
  if (count.revised > 0) {
    const day = [...days.snapshot, ...days.daily, ...days.performance].sort().at(-1)!
    observe({ event: 'revised', vaultRef, day, rows: count.revised, reason })
  }
  return count
}

/** A part never leaps over more days than a week looks back: what lies between would be compared for nothing. */
function partsOf(wanted: WantedDays): readonly WantedDays[] {
  const days = [...new Set([...wanted.snapshot, ...wanted.daily, ...wanted.performance])].sort()
  const parts: string[][] = []
  for (const day of days) {
    const part = parts.at(-1)
    const last = part?.at(-1)
    const isNear = last !== undefined && day <= shiftDay(last, weekDays)
    if (part !== undefined && isNear && part.length < maxTogether) part.push(day)
    else parts.push([day])
  }
  return parts.map((part) => {
    const [first, last] = [part[0]!, part.at(-1)!]
    const within = (all: readonly string[]) => all.filter((day) => day >= first && day <= last)
    return {
      snapshot: within(wanted.snapshot),
      daily: within(wanted.daily),
      performance: within(wanted.performance),
    }
  })
}
