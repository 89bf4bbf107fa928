import type { Hex } from '@vaultwright/base'
import { unseenRootsOf } from '@vaultwright/protocols'
import type {
  DailyPoint,
  DayRange,
  Derivation,
  DeriveCount,
  Derived,
  DerivedKind,
  Performance,
  ReadingName,
  Snapshot,
  VaultRef,
} from '@vaultwright/store'
import {
  type DailyReceipt,
  dailyValuesOf,
  type PerformanceReceipt,
  performanceValuesOf,
  shiftDay,
  snapshotValuesOf,
} from '@vaultwright/valuation'
import type { IndexContext } from '../context/context.ts'
import type { IndexedVault } from '../read/vault-read-plan.ts'
import type { ParsedReading } from '../reading/parsed-reading.ts'
import { type DigestOf, printBasisOf, weekDays } from '../value/basis.ts'
import { currentFormulas, type Formulas } from '../value/formula.ts'
import {
  dailyInputsOf,
  dayInputsOf,
  type InputQuery,
  performanceInputsOf,
  printSlimReceipt,
  type ReceiptKind,
  type StateAt,
} from '../value/slim-receipt.ts'
import { completionOf } from '../value/whole-receipt.ts'

/** The values to compute, and the reason for which existing ones may change. */
type DeriveOrder = {
  /** Days of each kind; a day that was not read has no value. */
  readonly days: Partial<Readonly<Record<DerivedKind, readonly string[]>>>
  readonly reason: string
}

/** The default reason of a change. */
export const inputsChanged = 'A reading that it is computed from, or its formula, changed.'

/** Days before its own that a value looks at. */
export const lookBack: Readonly<Record<DerivedKind, number>> = {
  snapshot: 0,
  daily: 1,
  performance: weekDays,
}

/** Computes values of a vault from its kept readings, and writes what differs. */
export async function deriveFor(
  context: Pick<IndexContext, 'store' | 'formulas' | 'parse' | 'observe'>,
  { vaultRef, vault }: IndexedVault,
  { days, reason }: DeriveOrder,
): Promise<DeriveCount> {
  const daysByKind = { snapshot: [], daily: [], performance: [], ...days }
  const range = rangeOf(daysByKind)
  if (range === null) return { added: 0, completed: 0, revised: 0, unchanged: 0 }
  const otherChains = vault.deployments
    .map(({ chain }) => chain)
    .filter((one) => one !== vaultRef.chain)
  const withOtherChains = daysByKind.performance.length > 0 && otherChains.length > 0
  const { chain, vault: address, tenantId } = vaultRef
  const scope = { vaultRef: { chain, vault: address }, otherChains, days: daysByKind }
  const { formulas, parse } = context
  const complete = completionOf({ chain, parse })
  const count = await context.store.derived.derive(
    tenantId,
    { ...scope.vaultRef, range, withOtherChains, reason, complete },
    (readings) => deriveDays(daySourceOf(readings, parse), scope, formulas),
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
export function rangeOf(days: Readonly<Record<DerivedKind, readonly string[]>>): DayRange | null {
  const kinds = Object.keys(lookBack) as readonly DerivedKind[]
  const first = kinds.flatMap((kind) => days[kind].map((day) => shiftDay(day, -lookBack[kind])))
  const last = kinds.flatMap((kind) => days[kind])
  if (last.length === 0) return null
  return { from: first.sort()[0]!, to: last.sort().at(-1)! }
}

/** The values to compute. */
type DerivePlan = {
  readonly vaultRef: VaultRef
  /** Of the vault, without the place's own. */
  readonly otherChains: readonly string[]
  /** Days of each kind; a day that was not read has no value. */
  readonly days: Readonly<Record<DerivedKind, readonly string[]>>
}

/** The readings of the days of a vault, on its chain and its other chains. */
export type DaySource = {
  readonly stateAt: StateAt
  readonly digestOf: DigestOf
}

/** Makes the source of readings, of which only those are read that are asked for. */
export function daySourceOf<Named extends ReadingName>(
  readings: readonly Named[],
  parse: (reading: Named) => ParsedReading,
): DaySource {
  const byDay = new Map(readings.map((reading) => [keyOf(reading.chain, reading.day), reading]))
  const parsed = new Map<string, ParsedReading>()
  return {
    digestOf: (chain, day) => byDay.get(keyOf(chain, day))?.digest ?? null,
    stateAt: (chain, day) => {
      const key = keyOf(chain, day)
      const cached = parsed.get(key)
      if (cached !== undefined) return cached
      const reading = byDay.get(key)
      if (reading === undefined) return null
      const state = parse(reading)
      parsed.set(key, state)
      return state
    },
  }
}

/**
 * Computes values of days from what was read of them.
 *
 * @returns the values with what they were computed from.
 */
export function deriveDays(source: DaySource, scope: DerivePlan, formulas: Formulas): Derivation {
  const days: Days = { source, scope, formulas }
  return {
    snapshots: scope.days.snapshot.flatMap((day) => snapshotAt(day, days)),
    dailyPoints: scope.days.daily.flatMap((day) => dailyAt(day, days)),
    performances: scope.days.performance.flatMap((day) => performanceAt(day, days)),
  }
}

/** Computes the receipt of a value with its inputs, as this version does; null when its day was not read. */
export function receiptAt(
  kind: ReceiptKind,
  query: InputQuery,
  { stateAt }: DaySource,
): DailyReceipt | PerformanceReceipt | null {
  if (kind === 'daily') {
    const daily = dailyInputsOf(query, stateAt)
    return daily === null ? null : currentFormulas.growDay(daily.inputs)
  }
  const performance = performanceInputsOf(query, stateAt)
  return performance === null ? null : currentFormulas.performOver(performance.inputs)
}

type Days = {
  readonly source: DaySource
  readonly scope: DerivePlan
  readonly formulas: Formulas
}

function snapshotAt(day: string, days: Days): readonly Derived<Snapshot>[] {
  const today = days.source.stateAt(days.scope.vaultRef.chain, day)
  if (today === null) return []
  const { state } = today
  const inputs = dayInputsOf(state, days.scope.otherChains)
  const { result } = days.formulas.valueDay(inputs)
  const basis = basisAt({ kind: 'snapshot', day, unseen: unseenRootsOf(state) }, days)
  return [{ value: snapshotValuesOf(inputs, result), basis, receipt: null }]
}

function dailyAt(day: string, days: Days): readonly Derived<DailyPoint>[] {
  const digested = dailyInputsOf(queryOf(day, days), days.source.stateAt)
  if (digested === null) return []
  const { inputs, inputDigest } = digested
  const receipt = days.formulas.growDay(inputs)
  const value = dailyValuesOf(inputs.today, receipt.result)
  const basis = basisAt({ kind: 'daily', day }, days)
  return [{ value, basis, receipt: printSlimReceipt(receipt, inputDigest, []) }]
}

function performanceAt(day: string, days: Days): readonly Derived<Performance>[] {
  const query = queryOf(day, days)
  const digested = performanceInputsOf(query, days.source.stateAt)
  if (digested === null) return []
  const { inputs, inputDigest } = digested
  const receipt = days.formulas.performOver(inputs)
  const value = performanceValuesOf(receipt)
  const basis = basisAt({ kind: 'performance', day }, days)
  return [{ value, basis, receipt: printSlimReceipt(receipt, inputDigest, query.otherChains) }]
}

function queryOf(day: string, { scope }: Days): InputQuery {
  return { chain: scope.vaultRef.chain, day, otherChains: scope.otherChains }
}

/** The value, and the trees that a snapshot's reading could not look at. */
type DerivedValueRef = {
  readonly kind: DerivedKind
  readonly day: string
  readonly unseen?: readonly Hex[]
}

function basisAt(
  { kind, day, unseen = [] }: DerivedValueRef,
  { source, scope, formulas }: Days,
): string {
  const { vaultRef, otherChains } = scope
  const query = { kind, chain: vaultRef.chain, day, otherChains }
  return printBasisOf(query, formulas.names, { digestOf: source.digestOf, unseen })!
}

function keyOf(chain: string, day: string): string {
  return `${chain}/${day}`
}
