import fc from 'fast-check'

/** The number of runs of a property without a weight: FUZZ_RUNS, or 100. */
export const numRuns = Number(process.env.FUZZ_RUNS ?? 100)

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns })

/** The number of runs of a property that costs less (above 1) or more (below 1) than others; at least one. */
export function runsOf(weight: number): number {
  return Math.max(1, Math.ceil(numRuns * weight))
}
