import { BaseError } from '@vaultwright/base'

/**
 * Refuses what is not a day.
 *
 * @throws {InvalidDayError} unless it is a day of the calendar, as in `2026-11-20`.
 */
export function assertDay(day: string): string {
  if (calendarDays.has(day)) return day
  const date = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00Z`) : null
  if (date === null || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) {
    throw new InvalidDayError(day)
  }
  if (calendarDays.size >= maxDays) calendarDays.clear()
  calendarDays.add(day)
  return day
}

/** Days of the calendar that were asked about: the values of a day come together, and vaults have the same days. */
const calendarDays = new Set<string>()
const maxDays = 4_096

/** A text is not a day. */
class InvalidDayError extends BaseError {
  override readonly code = 'invalid_day'
  override readonly kind = 'invalid_input'

  constructor(day: string) {
    super({
      message: `${JSON.stringify(day.slice(0, 40))} is not a day. Give year, month and day, as in 2026-11-20.`,
      facts: { day: day.slice(0, 40) },
    })
  }
}
