const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Writes a moment the one way that the console has: `27 Nov 2026 14:05 UTC`. */
export function momentText(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const [time] = date
    .toISOString()
    .slice(11)
    .split(/:\d\d\./)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()} ${time} UTC`
}

/** Writes a day of the calendar, UTC: `27 Nov 2026`. */
export function dayText(day: string): string {
  return momentText(`${day.slice(0, 10)}T00:00:00Z`).replace(/ \d\d:\d\d UTC$/, '')
}

/** Writes unix seconds as a moment. */
export function unixText(seconds: number): string {
  return momentText(new Date(seconds * 1_000).toISOString())
}

/** Says how long ago something was, within a day; before that, when it was. */
export function agoText(time: string, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(time)) / 1_000))
  if (seconds >= 86_400) return momentText(time)
  const steps = [
    [3_600, 'h'],
    [60, 'min'],
  ] as const
  const [size, unit] = steps.find(([size]) => seconds >= 2 * size) ?? ([1, 's'] as const)
  return `${Math.floor(seconds / size)} ${unit} ago`
}
