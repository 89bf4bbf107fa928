/** The memory of a process after an amount of its work. */
export type MemorySample = { readonly count: number; readonly heapMb: number }

/** Of the line with the least squares, megabytes a piece of work. */
export function slopeOf(samples: readonly MemorySample[]): number {
  const meanOf = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const count = meanOf(samples.map((one) => one.count))
  const heap = meanOf(samples.map((one) => one.heapMb))
  const covariance = meanOf(samples.map((one) => (one.count - count) * (one.heapMb - heap)))
  return covariance / meanOf(samples.map((one) => (one.count - count) ** 2))
}
