import type { Hardfork } from '@vaultwright/registry'
import { numRuns } from '../runs.ts'

/** True for the budget of a campaign, with everything tried. */
export const isCampaign = numRuns > 1_000

/** The rules that are tried: a few in a suite, all in a campaign. */
export function hardforksTried(inSuite: readonly Hardfork[]): readonly Hardfork[] {
  return isCampaign ? ['cancun', 'prague', 'osaka'] : inSuite
}

/** Takes so many of a list as a budget has, spread evenly over it; the whole list where there are no more. */
export function evenly<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (count >= items.length) return items
  return Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * items.length) / count)]!,
  )
}
