import type { DayBasis, DayRange, DerivedKind, IndexingFailure } from '@vaultwright/store'
import { missingDays, shiftDay } from '@vaultwright/valuation'
import { longestPauseMs } from '../context/failure.ts'
import { dayFlowOf, type Flow, type Task, type TenantVaultRef } from '../task/task.ts'
import { type DigestOf, isStale, weekDays } from '../value/basis.ts'
import type { Formulas } from '../value/formula.ts'

/** The store's record of a vault on a chain. */
export type VaultRecord = {
  readonly vaultRef: TenantVaultRef
  readonly otherChains: readonly string[]
  /** Days that are due; null when there is none yet. */
  readonly due: DayRange | null
  /** The day of the last final block, which is not over; null when that block is not known. */
  readonly today: string | null
  /** Days that were read. */
  readonly measured: ReadonlySet<string>
  readonly digestOf: DigestOf
  readonly bases: readonly DayBasis[]
  readonly failures: readonly IndexingFailure[]
  /** Days that are to be read again, or withdrawn as they are no longer over, and why. */
  readonly mismatches: ReadonlyMap<string, string>
}

/** The missing work of a vault. */
export type MissingWork = {
  /** Days that are due and were not read, oldest first, whether or not they are tried now. */
  readonly missing: readonly string[]
  /** Days that were read, and whose values are missing or of other inputs, oldest first. */
  readonly stale: readonly string[]
  /** By day, oldest first. */
  readonly flows: readonly DayFlow[]
  /** Reads roots and then executions on; null when roots failed and are not tried now: then no day is, which needs them. */
  readonly roots: Flow | null
  /** Failures of work on days that nothing is missing of: another worker did it. */
  readonly settled: readonly IndexingFailure[]
}

/** In seconds of the clock. */
const longestPauseSeconds = BigInt(longestPauseMs / 1_000)

/** Work on a day. */
export type DayFlow = { readonly day: string; readonly flow: Flow }

/** As of when failures are tried again, and what formulas are called. */
export type WorkTerms = { readonly names: Formulas['names']; readonly nowUnix: bigint }

/**
 * Works out what is missing of a vault: from what is there, not from an intention.
 *
 * @returns the work. What was given up, or is to be tried later, is in no flow.
 */
export function missingWorkOf(record: VaultRecord, { names, nowUnix }: WorkTerms): MissingWork {
  const { vaultRef, due, today, measured, mismatches } = record
  const barred = backedOffIn(record.failures, nowUnix)
  const missing = due === null ? [] : missingDays(due.from, due.to, measured)
  const stale = staleIn(record, names)
  const flows: DayFlow[] = []
  const isOpen = (task: Task) => !barred.has('day' in task ? `${task.kind} ${task.day}` : task.kind)
  const add = (day: string, tasks: readonly Task[]) => {
    const from = tasks.findIndex((task) => !isOpen(task))
    const [first, ...further] = from < 0 ? tasks : tasks.slice(0, from)
    if (first !== undefined) flows.push({ day, flow: [first, ...further] })
  }
  const summary = {
    missing,
    stale: stale.map(({ day }) => day),
    settled: settledIn(record, new Set(stale.map(({ day }) => day))),
  }
  if (barred.has('roots.sync')) return { ...summary, flows, roots: null }
  for (const day of missing) add(day, dayFlowOf(vaultRef, day, null))
  for (const [day, reason] of mismatches) {
    const [first, ...further] = dayFlowOf(vaultRef, day, reason)
    // Of a day that is withdrawn there is nothing to compute.
    const isOver = today === null || day < today
    add(day, isOver ? [first, ...further] : [first])
  }
  // What is read again is done in order, from its snapshot on.
  const isTried = (kind: DerivedKind, day: string) =>
    kinds
      .slice(mismatches.has(day) ? 0 : kinds.indexOf(kind), kinds.indexOf(kind) + 1)
      .every((one) => !barred.has(`vault.${one} ${day}`))
  for (const { day, kinds } of withoutRedundant(stale, isTried)) {
    if (mismatches.has(day)) continue
    add(
      day,
      kinds.map((kind) =>
        kind === 'snapshot'
          ? { kind: 'vault.snapshot', ...vaultRef, day, reason: null }
          : { kind: `vault.${kind}`, ...vaultRef, day },
      ),
    )
  }
  flows.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  const executions = { kind: 'executions.sync', ...vaultRef } as const
  const behindRoots = isOpen(executions) ? [executions] : []
  return { ...summary, flows, roots: [{ kind: 'roots.sync', ...vaultRef }, ...behindRoots] }
}

type StaleDay = { readonly day: string; readonly kinds: readonly DerivedKind[] }

const kinds: readonly DerivedKind[] = ['snapshot', 'daily', 'performance']

function staleIn(record: VaultRecord, names: Formulas['names']): readonly StaleDay[] {
  const { vaultRef, otherChains, measured, digestOf } = record
  const bases = new Map(record.bases.map((basis) => [basis.day, basis]))
  return [...measured].sort().flatMap((day): readonly StaleDay[] => {
    const dayBases = bases.get(day)
    const stale = kinds.filter((kind) => {
      const query = { kind, chain: vaultRef.chain, day, otherChains }
      return isStale(query, names, { digestOf, kept: dayBases?.[kind] ?? null })
    })
    return stale.length === 0 ? [] : [{ day, kinds: stale }]
  })
}

/**
 * One task computes the growth of two days, and performance of eight: those in between need none of their
 * own, but for those of a task that is not done now.
 */
function withoutRedundant(
  stale: readonly StaleDay[],
  isTried: (kind: DerivedKind, day: string) => boolean,
): readonly StaleDay[] {
  const done: Record<DerivedKind, number> = { snapshot: -1, daily: -1, performance: -1 }
  const reach: Record<DerivedKind, number> = { snapshot: 0, daily: 1, performance: weekDays }
  return stale.flatMap(({ day, kinds: all }) => {
    const dayNumber = Date.parse(day) / 86_400_000
    const dueKinds = all.filter((kind) => dayNumber > done[kind])
    const barred = dueKinds.findIndex((kind) => !isTried(kind, day))
    const kinds = barred < 0 ? dueKinds : dueKinds.slice(0, barred)
    for (const kind of kinds) done[kind] = dayNumber + reach[kind]
    return kinds.length === 0 ? [] : [{ day, kinds }]
  })
}

/**
 * The process that failed may not be the one that did it, and then does not report that it is done. Nothing is to be done about
 * a day that is no longer over.
 */
function settledIn(
  { due, today, measured, mismatches, failures }: VaultRecord,
  stale: ReadonlySet<string>,
): readonly IndexingFailure[] {
  const isWhole = (day: string) => measured.has(day) && !mismatches.has(day)
  return failures.filter(({ day }) => {
    if (day !== null && today !== null && day >= today) return !measured.has(day)
    if (day === null || due === null || day < due.from || day > due.to || !isWhole(day))
      return false
    const touched = Array.from({ length: weekDays + 1 }, (_, at) => shiftDay(day, at))
    return touched.every((one) => !stale.has(one))
  })
}

function backedOffIn(failures: readonly IndexingFailure[], nowUnix: bigint): ReadonlySet<string> {
  return new Set(
    failures
      .filter((failure) => isBackedOff(failure, nowUnix))
      .map(({ kind, day }) => (day === null ? kind : `${kind} ${day}`)),
  )
}

/** Tells whether failed work is left alone for now. */
export function isBackedOff(
  { state, retryAtUnix }: Pick<IndexingFailure, 'state' | 'retryAtUnix'>,
  nowUnix: bigint,
): boolean {
  const left = (retryAtUnix ?? 0n) - nowUnix
  // What is put off for longer than anything is was put off by a clock that ran ahead.
  return state === 'parked' || (left > 0n && left <= longestPauseSeconds)
}
