import type { Deprecation } from '@vaultwright/wire'

/** Notice that users have at least. Source: interface, section 8. */
export const noticeDays = 30

/**
 * Spells the headers of an operation that is going to go.
 * Source: RFC 9745 (Deprecation), RFC 8594 (Sunset), RFC 5829 (successor-version).
 */
export function deprecationHeaders({
  since,
  until,
  replacement,
}: Deprecation): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1000}`,
    sunset: new Date(`${until}T00:00:00Z`).toUTCString(),
    link: `<${replacement}>; rel="successor-version"`,
  }
}

/** Tells how long users know of a deprecation. */
export function noticeOf({ since, until }: Pick<Deprecation, 'since' | 'until'>): number {
  return Math.floor((Date.parse(until) - Date.parse(since)) / 86_400_000)
}
