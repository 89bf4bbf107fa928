import { printUnits } from '@vaultwright/base'
import {
  type Flag,
  type Known,
  knownValue,
  type Receipt,
  unknownValue,
} from '../base/known-value.ts'
import { shiftDay } from '../day/day.ts'
import { svmFlagsOf, svmGrowthOf, withoutHeld } from './svm-day.ts'
import type { SvmDayState, SvmPerformanceInputs } from './svm-state.ts'

/** Name and version of the formula that gives the performance of a Solana vault in seven days. */
export const svmPerformanceFormula = 'svm_performance@1'

/** Performance of a Solana vault over the seven days that end with a day. Rates are fractions of a year. */
type SvmPerformanceResult = {
  /** Net of fees as far as the updater nets them: growth of the share price, compounded. */
  readonly apy: Known<string>
  /** The same without compounding. */
  readonly apr: Known<string>
  readonly platformFee: Known<string>
  /** Not known with the reason `none` when the vault takes none. */
  readonly performanceFee: Known<string>
  readonly flags: readonly Flag[]
}

/** Receipt of a Solana vault's performance. */
export type SvmPerformanceReceipt = Receipt<SvmPerformanceInputs, SvmPerformanceResult>

const weekSeconds = 7n * 86_400n

/**
 * Works out how a Solana vault did in the seven days that end with a day.
 *
 * @param inputs - the last day, the day seven days before it, null when it was not read, and those between.
 * @returns the yield with what it was computed from.
 * @throws {MalformedDayError} when the day is not one of the calendar.
 */
export function performSvm({ last, first, between }: SvmPerformanceInputs): SvmPerformanceReceipt {
  const firstDay = shiftDay(last.day, -7)
  const start = first?.day === firstDay ? first : null
  const { platformFeeBps, performanceFeeBps } = last
  return {
    formula: svmPerformanceFormula,
    inputs: {
      last: withoutHeld(last),
      first: first === null ? null : withoutHeld(first),
      between: between.map(withoutHeld),
    },
    result: {
      ...svmGrowthOf(start, last, { firstDay, seconds: weekSeconds }),
      platformFee: knownValue(printUnits(BigInt(platformFeeBps), 4)),
      performanceFee:
        performanceFeeBps === 0
          ? unknownValue('none')
          : knownValue(printUnits(BigInt(performanceFeeBps), 4)),
      flags: [...svmFlagsOf(start, last), ...weekFlagsOf(start, { last, between })],
    },
  }
}

/** Tells of days on the way that were paused, or not read. */
function weekFlagsOf(
  first: SvmDayState | null,
  { last, between }: Omit<SvmPerformanceInputs, 'first'>,
): readonly Flag[] {
  const flags: Flag[] = []
  const days = [...(first === null ? [] : [first]), ...between]
  const paused = days.filter(({ isPaused }) => isPaused).map(({ day }) => day)
  if (paused.length > 0) {
    const reason = `The vault was paused at the end of ${paused.join(', ')}.`
    flags.push({ flag: 'paused', reason })
  }
  const readDays = new Set(between.map(({ day }) => day))
  const requiredDays = [6, 5, 4, 3, 2, 1].map((back) => shiftDay(last.day, -back))
  const missing = requiredDays.filter((day) => !readDays.has(day))
  if (missing.length > 0) {
    flags.push({ flag: 'partial', reason: `The vault was not read on ${missing.join(', ')}.` })
  }
  return flags
}
