import type {
  DailyPoint,
  DayRange,
  Derivation,
  DeriveCount,
  Derived,
  DerivedKind,
  Performance,
  Snapshot,
  StoredReading,
  VaultRef,
} from '@vaultwright/store'
import {
  type DayEnd,
  dailyValuesOf,
  dayEndOf,
  missingDays,
  performanceValuesOf,
  shiftDay,
  snapshotValuesOf,
  type VaultState,
} from '@vaultwright/valuation'
import type { IndexContext } from '../context/context.ts'
import type { IndexedVault } from '../read/vault-read-plan.ts'
import { unseenRootsOf } from '../reading/vault-state.ts'
import { basisOf, unseenBasisOf, weekDays } from '../value/basis.ts'
import type { Formulas } from '../value/formula.ts'

/** Which values are to be computed, and why those that are there may change. */
type DeriveOrder = {
  /** Days of each kind; a day that was not read has no value. */
  readonly days: Partial<Readonly<Record<DerivedKind, readonly string[]>>>
  readonly reason: string
}

/** The default reason of a change. */
export const inputsChanged = 'A reading that it is computed from, or its formula, changed.'

/** Days before its own that a value looks at. */
const lookBack: Readonly<Record<DerivedKind, number>> = {
  snapshot: 0,
  daily: 1,
  performance: weekDays,
}

/** Computes values of a vault from its kept readings, and writes what differs. */
export async function deriveFor(
  context: Pick<IndexContext, 'store' | 'formulas' | 'measuredOf' | 'observe'>,
  { vaultRef, vault }: IndexedVault,
  { days, reason }: DeriveOrder,
): Promise<DeriveCount> {
  const wanted = { snapshot: [], daily: [], performance: [], ...days }
  const range = rangeOf(wanted)
  if (range === null) return { added: 0, completed: 0, revised: 0, unchanged: 0 }
  const others = vault.deployments.map(({ chain }) => chain).filter((one) => one !== vaultRef.chain)
  const withOtherChains = wanted.performance.length > 0 && others.length > 0
  const { chain, vault: address, tenantId } = vaultRef
  const scope = { vaultRef: { chain, vault: address }, otherChains: others, days: wanted }
  const { formulas, measuredOf } = context
  const count = await context.store.derived.derive(
    tenantId,
    { ...scope.vaultRef, range, withOtherChains, reason },
    (readings) => deriveDays(readings, scope, { formulas, measuredOf }),
  )
  if (count.revised > 0) {
    context.observe({
      event: 'revised',
      vaultRef,
      day: range.to,
      rows: count.revised,
      reason,
    })
  }
  return count
}

/** From the first day that any value looks at to the last. */
function rangeOf(days: Readonly<Record<DerivedKind, readonly string[]>>): DayRange | null {
  const kinds = Object.keys(lookBack) as readonly DerivedKind[]
  const first = kinds.flatMap((kind) => days[kind].map((day) => shiftDay(day, -lookBack[kind])))
  const last = kinds.flatMap((kind) => days[kind])
  if (last.length === 0) return null
  return { from: first.sort()[0]!, to: last.sort().at(-1)! }
}

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
    const cached = measured.get(key)
    if (cached !== undefined) return cached
    const reading = byDay.get(key)
    if (reading === undefined) return null
    const state = tools.measuredOf(reading)
    measured.set(key, state)
    return state
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
  return [{ value: snapshotValuesOf(today, result), basis, receipt: null }]
}

function dailyAt(day: string, days: Days): readonly Derived<DailyPoint>[] {
  const today = days.measuredAt(days.scope.vaultRef.chain, day)
  if (today === null) return []
  const receipt = days.tools.formulas.growDay({ today, before: endAt(shiftDay(day, -1), days) })
  const value = dailyValuesOf(today, receipt.result)
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
  const value = performanceValuesOf(receipt)
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
