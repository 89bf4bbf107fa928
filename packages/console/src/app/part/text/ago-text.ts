/** The time since a moment, in words: `12 minutes`. */
export function agoText(time: string, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(time)) / 1000))
  const steps = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ] as const
  const [size, unit] = steps.find(([size]) => seconds >= 2 * size) ?? ([1, 'second'] as const)
  const count = Math.floor(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
