import type { DayRange, DeriveCount, DerivedKind } from '@vaultwright/store'
import { shiftDay } from '@vaultwright/valuation'
import type { IndexContext } from '../context/context.ts'
import type { IndexedVault } from '../read/vault-read-plan.ts'
import { weekDays } from '../value/basis.ts'
import { deriveDays } from './derive.ts'

/** Which values are to be computed, and why those that are there may change. */
export type DeriveOrder = {
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
      place: vaultRef,
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
