import type { DerivedKind } from '@vaultwright/store'
import {
  dailyFormula,
  dayFormula,
  growDay,
  performanceFormula,
  performOver,
  valueDay,
} from '@vaultwright/valuation'

/** The formulas of values, and their names. */
export type Formulas = {
  readonly names: Readonly<Record<DerivedKind, string>>
  readonly valueDay: typeof valueDay
  readonly growDay: typeof growDay
  readonly performOver: typeof performOver
}

/** The formulas of this version. */
export const currentFormulas: Formulas = {
  names: { snapshot: dayFormula, daily: dailyFormula, performance: performanceFormula },
  valueDay,
  growDay,
  performOver,
}
