import fc from 'fast-check'

/** How often a property runs that says nothing else: FUZZ_RUNS, or 100. */
export const numRuns = Number(process.env.FUZZ_RUNS ?? 100)

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns })

/** How often a property runs that costs less (above 1) or more (below 1) than others; at least once. */
export function runsOf(weight: number): number {
  return Math.max(1, Math.ceil(numRuns * weight))
}
