import type { IndexStatusData, RevisedDayData } from '@vaultwright/wire'

/** Says how far behind the head a vault is. */
export function behindText({ lag_seconds: lag, head_at: head }: IndexStatusData): string | null {
  if (head === null || lag === null) return null
  if (lag < 3_600) return `${Math.floor(lag / 60)} min`
  const hours = Math.floor(lag / 3_600)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

/** Says why nothing of a vault's days is known; null when they are. */
export function unseenText({ head_at: head, is_found: isFound }: IndexStatusData): string | null {
  if (head === null) return 'The chain was not scanned yet.'
  return isFound ? null : 'The deployment of the vault was not looked up yet.'
}

/** A value that was replaced, with what took its place. */
export type ReplacedValue = {
  readonly day: string
  readonly kind: string
  readonly name: string
  readonly before: string | null
  readonly after: string | null
  readonly until: string
  readonly reason: string
}

/** Lists each value of a day that changed, with what stood after it: the next revision's, else today's. */
export function replacedValuesOf({
  day,
  revisions,
  current,
}: RevisedDayData): readonly ReplacedValue[] {
  return revisions.flatMap(({ kind, number, values, until, reason }) => {
    const next = revisions
      .filter((other) => other.kind === kind && other.number > number)
      .toSorted((one, other) => one.number - other.number)[0]
    const later = next?.values ?? current[kind] ?? {}
    return Object.entries(values)
      .map(([name, before]) => ({ name, before, after: later[name] ?? null }))
      .filter(({ before, after }) => before !== after)
      .map((change) => ({ day, kind, until, reason, ...change }))
  })
}
