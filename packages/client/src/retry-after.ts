/**
 * Reads a `Retry-After` header.
 *
 * @returns seconds from now, never less than 0; null when the text is neither.
 */
export function parseRetryAfter(text: string, nowMs: number): number | null {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text)
  const unix = unixOf(text.trim())
  return unix === null ? null : Math.max(0, Math.ceil(unix - nowMs / 1000))
}

const httpDate = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/

function unixOf(text: string): number | null {
  const ms = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms / 1000
}
