/** The strategist and the day of the permissions: a link leads another person to the same. */
export type PermissionSearch = {
  readonly strategist?: string
  /** `2026-02-13`, UTC: what was in force at its end. */
  readonly day?: string
  /** The index of the strategist's change, from 0; it decides where a day has several. */
  readonly change?: number
}

/** Reads what an address says of permissions; what it does not know it leaves out. */
export function parsePermissionSearch(search: Readonly<Record<string, unknown>>): PermissionSearch {
  const { strategist, day, change } = search
  const index = Number(change)
  return {
    ...(typeof strategist === 'string' && /^0x[0-9a-fA-F]{40}$/.test(strategist)
      ? { strategist }
      : {}),
    ...(typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? { day } : {}),
    ...(change !== undefined && Number.isSafeInteger(index) && index >= 0 ? { change: index } : {}),
  }
}
