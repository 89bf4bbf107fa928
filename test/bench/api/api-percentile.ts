/** What came of requests under load. */
export type LoadAnswer = {
  readonly count: number
  /** Of the bodies of all answers. */
  readonly bytes: number
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Milliseconds within which half of the requests, and 99 of 100, were answered. */
  readonly p50: number
  readonly p99: number
  /** Answers a second. */
  readonly rate: number
}

type TimedAnswer = { readonly status: number; readonly bytes: number; readonly ms: number }

/** Sums answers up. */
export function answerOf(answers: readonly TimedAnswer[], elapsedMs: number): LoadAnswer {
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other)
  const statuses: Record<string, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  return {
    count: answers.length,
    bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0),
    statuses,
    p50: percentileOf(times, 0.5),
    p99: percentileOf(times, 0.99),
    rate: (1_000 * answers.length) / elapsedMs,
  }
}

/** The least of sorted numbers that so large a share of them does not exceed; 0 of none. */
export function percentileOf(sorted: readonly number[], share: number): number {
  const index = Math.ceil(share * sorted.length) - 1
  return sorted[Math.min(Math.max(index, 0), sorted.length - 1)] ?? 0
}

/** The middle one of numbers. */
export function medianOf(numbers: readonly number[]): number {
  return percentileOf(
    [...numbers].sort((one, other) => one - other),
    0.5,
  )
}
