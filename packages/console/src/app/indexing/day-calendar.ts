import type { IndexStatusData } from '@vaultwright/wire'

/** The state of a day of the index. `parked` and `retrying` are days whose work failed. */
export type DayState = 'good' | 'flagged' | 'stale' | 'missing' | 'retrying' | 'parked'

/** One day of a calendar. */
export type CalendarDay = {
  /** `2026-11-20`, UTC. */
  readonly day: string
  readonly state: DayState
  /** Why it is not good; null for a good day. */
  readonly reason: string | null
}

/** The days of a month, from Monday: null where the week has days of another month, or not due. */
export type CalendarMonth = {
  /** `2026-11`. */
  readonly month: string
  readonly weeks: readonly (readonly (CalendarDay | null)[])[]
}

/** The word of each state, with a sign that tells it without colour. */
export const stateWords: {
  readonly [state in DayState]: { readonly word: string; readonly sign: string }
} = {
  good: { word: 'good', sign: '✓' },
  flagged: { word: 'flagged', sign: '!' },
  stale: { word: 'stale', sign: '~' },
  missing: { word: 'missing', sign: '–' },
  retrying: { word: 'retrying', sign: '↻' },
  parked: { word: 'parked', sign: '×' },
}

type StatusDays = Pick<IndexStatusData, 'due_from' | 'due_to' | 'missing' | 'stale' | 'failures'>

/**
 * Lists every day that is due with its state: the worst that is known of it.
 *
 * @param status - with all its ranges and failures: of one vault.
 * @param flags - flags of days that were read, by day.
 * @returns oldest first; none while the due days are not known.
 */
export function calendarDaysOf(
  status: StatusDays,
  flags: ReadonlyMap<string, readonly string[]>,
): readonly CalendarDay[] {
  const { due_from: from, due_to: to } = status
  if (from === null || to === null) return []
  const missing = daysIn(status.missing)
  const stale = daysIn(status.stale)
  // Latest first: the last failure of a day tells why.
  const failed = new Map(status.failures.toReversed().map((failure) => [failure.day, failure]))
  const days: CalendarDay[] = []
  for (let day = from; day <= to; day = nextDay(day)) {
    const failure = failed.get(day)
    const noted = flags.get(day) ?? []
    if (failure !== undefined) {
      const state = failure.state === 'parked' ? 'parked' : 'retrying'
      days.push({ day, state, reason: `${failure.message} (${failure.code})` })
    } else if (missing.has(day))
      days.push({ day, state: 'missing', reason: 'It was not read yet.' })
    else if (stale.has(day))
      days.push({
        day,
        state: 'stale',
        reason: 'Its values were computed from something else than what is there now.',
      })
    else if (noted.length > 0) days.push({ day, state: 'flagged', reason: noted.join(', ') })
    else days.push({ day, state: 'good', reason: null })
  }
  return days
}

function daysIn({ ranges }: IndexStatusData['missing']): ReadonlySet<string> {
  const days = new Set<string>()
  for (const { from, to } of ranges)
    for (let day = from; day <= to; day = nextDay(day)) days.add(day)
  return days
}

/** Lays days out by month and week, Monday first. */
export function monthsOf(days: readonly CalendarDay[]): readonly CalendarMonth[] {
  const months = new Map<string, CalendarDay[]>()
  for (const day of days) {
    const month = day.day.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), day])
  }
  return [...months].map(([month, ofMonth]) => ({ month, weeks: weeksOf(ofMonth) }))
}

/** Counts the days of each state; states without a day are left out. */
export function countsOf(days: readonly CalendarDay[]): readonly (readonly [DayState, number])[] {
  return (Object.keys(stateWords) as DayState[])
    .map((state) => [state, days.filter((day) => day.state === state).length] as const)
    .filter(([, count]) => count > 0)
}

function weeksOf(days: readonly CalendarDay[]): CalendarMonth['weeks'] {
  const weeks: (CalendarDay | null)[][] = []
  for (const day of days) {
    const weekday = (new Date(`${day.day}T00:00:00Z`).getUTCDay() + 6) % 7
    let week = weeks.at(-1)
    if (week === undefined || weekday === 0) {
      week = new Array<CalendarDay | null>(7).fill(null)
      weeks.push(week)
    }
    week[weekday] = day
  }
  return weeks
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
