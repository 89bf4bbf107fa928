import type {
  DailyPoint,
  Derivation,
  Derived,
  DerivedKind,
  Performance,
  Snapshot,
  StoredReading,
  VaultRef,
} from '@vaultwright/store'
import {
  type DayEnd,
  dayEndOf,
  missingDays,
  shiftDay,
  type VaultState,
} from '@vaultwright/valuation'
import { unseenRootsOf } from '../reading/vault-state.ts'
import { basisOf, unseenBasisOf, weekDays } from '../value/basis.ts'
import { dailyPointOf } from '../value/daily-point.ts'
import type { Formulas } from '../value/formula.ts'
import { performanceRowOf } from '../value/performance-row.ts'
import { snapshotOf } from '../value/snapshot.ts'

/** Which values are to be computed. */
export type DeriveScope = {
  readonly vaultRef: VaultRef
  /** Of the vault, without the place's own. */
  readonly otherChains: readonly string[]
  /** Days of each kind; a day that was not read has no value. */
  readonly days: Readonly<Record<DerivedKind, readonly string[]>>
}

/** What values are computed with. */
export type DeriveTools = {
  readonly formulas: Formulas
  /** Tells what a kept reading says. */
  readonly measuredOf: (reading: StoredReading) => VaultState
}

/**
 * Computes values of days from the readings that are there.
 *
 * @param readings - of the vault, of all its chains that count, each day once.
 * @returns the values with what they were computed from.
 */
export function deriveDays(
  readings: readonly StoredReading[],
  scope: DeriveScope,
  tools: DeriveTools,
): Derivation {
  const byDay = new Map(readings.map((reading) => [keyOf(reading.chain, reading.day), reading]))
  const measured = new Map<string, VaultState>()
  const measuredAt = (chain: string, day: string): VaultState | null => {
    const key = keyOf(chain, day)
    const known = measured.get(key)
    if (known !== undefined) return known
    const reading = byDay.get(key)
    if (reading === undefined) return null
    const found = tools.measuredOf(reading)
    measured.set(key, found)
    return found
  }
  const days: Days = {
    scope,
    tools,
    measuredAt,
    digestOf: (chain, day) => byDay.get(keyOf(chain, day))?.digest ?? null,
  }
  return {
    snapshots: scope.days.snapshot.flatMap((day) => snapshotAt(day, days)),
    dailyPoints: scope.days.daily.flatMap((day) => dailyAt(day, days)),
    performances: scope.days.performance.flatMap((day) => performanceAt(day, days)),
  }
}

type Days = {
  readonly scope: DeriveScope
  readonly tools: DeriveTools
  readonly measuredAt: (chain: string, day: string) => VaultState | null
  readonly digestOf: (chain: string, day: string) => string | null
}

function snapshotAt(day: string, days: Days): readonly Derived<Snapshot>[] {
  const today = days.measuredAt(days.scope.vaultRef.chain, day)
  if (today === null) return []
  const { result } = days.tools.formulas.valueDay(today)
  const basis = { ...basisAt('snapshot', day, days), ...unseenBasisOf(unseenRootsOf(today)) }
  return [{ value: snapshotOf(today, result), basis, receipt: null }]
}

function dailyAt(day: string, days: Days): readonly Derived<DailyPoint>[] {
  const today = days.measuredAt(days.scope.vaultRef.chain, day)
  if (today === null) return []
  const receipt = days.tools.formulas.growDay({ today, before: endAt(shiftDay(day, -1), days) })
  const value = dailyPointOf(today, receipt.result)
  return [{ value, basis: basisAt('daily', day, days), receipt: JSON.stringify(receipt) }]
}

function performanceAt(day: string, days: Days): readonly Derived<Performance>[] {
  const { chain } = days.scope.vaultRef
  const last = days.measuredAt(chain, day)
  if (last === null) return []
  const from = shiftDay(day, -weekDays)
  const between = missingDays(shiftDay(from, 1), shiftDay(day, -1), new Set())
  const receipt = days.tools.formulas.performOver({
    chain,
    day,
    last,
    first: days.measuredAt(chain, from),
    between: between.map((one) => endAt(one, days)),
    others: days.scope.otherChains.map((other) => ({
      chain: other,
      first: days.measuredAt(other, from),
      last: days.measuredAt(other, day),
    })),
  })
  const value = performanceRowOf(days.scope.vaultRef, receipt)
  return [{ value, basis: basisAt('performance', day, days), receipt: JSON.stringify(receipt) }]
}

function endAt(day: string, days: Days): DayEnd | null {
  const measured = days.measuredAt(days.scope.vaultRef.chain, day)
  return measured === null ? null : dayEndOf(measured)
}

function basisAt(kind: DerivedKind, day: string, { scope, tools, digestOf }: Days) {
  const { vaultRef, otherChains } = scope
  return basisOf({ kind, chain: vaultRef.chain, day, otherChains }, tools.formulas.names, digestOf)!
}

function keyOf(chain: string, day: string): string {
  return `${chain}/${day}`
}
