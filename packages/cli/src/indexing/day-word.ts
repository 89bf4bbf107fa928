import { UsageError } from '../usage.ts'
import type { RangeWords } from './option.ts'

/**
 * Reads how a person names a day.
 *
 * @throws {UsageError} when the calendar has no such day.
 */
export function dayMeant(word: string, name: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(word) ? Date.parse(`${word}T00:00:00Z`) : Number.NaN
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(word)) return word
  throw new UsageError(
    `${name} cannot be ${JSON.stringify(word)}. Give a day in UTC, as 2026-01-31.`,
    { option: name, value: word },
  )
}

/**
 * Reads which days a person means.
 *
 * @throws {UsageError} for a day that is none, and for a last day before the first.
 */
export function rangeMeant({ from, to }: RangeWords): {
  readonly from?: string
  readonly to?: string
} {
  if (from !== undefined) dayMeant(from, '--from')
  if (to !== undefined) dayMeant(to, '--to')
  if (from !== undefined && to !== undefined && from > to) {
    throw new UsageError(`--from ${from} is after --to ${to}. Exchange them.`, { from, to })
  }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/**
 * Reads a moment.
 *
 * @throws {UsageError} when it is none.
 */
export function momentMeant(word: string, name: string): bigint {
  const isTold = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(\.\d{1,3})?(Z|[+-]\d{2}:\d{2}))?$/.test(
    word,
  )
  const at = isTold ? Date.parse(word) : Number.NaN
  if (!Number.isNaN(at)) return BigInt(Math.floor(at / 1000))
  throw new UsageError(
    `${name} cannot be ${JSON.stringify(word)}. Give a time with its zone, as 2026-01-31T12:00:00Z.`,
    { option: name, value: word },
  )
}
