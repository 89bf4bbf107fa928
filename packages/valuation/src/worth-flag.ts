import { staleFlagsOf } from './day-flag.ts'
import { depegFlagsOf } from './depeg.ts'
import { dollarPriceOf } from './dollar-value.ts'
import type { Flag } from './known.ts'
import type { Measured } from './measured.ts'
import type { Worth } from './worth.ts'

/**
 * Tells what whoever reads the worth of a day's holdings must know about it.
 *
 * @param measured - the day.
 * @param worth - what was held in it, valued.
 * @returns flags: pegs that markets do not keep, old prices, what is left out, more owed than held.
 */
export function worthFlagsOf(measured: Measured, worth: Worth): readonly Flag[] {
  const { net, leftOut, graph, holdings } = worth
  const used = new Set(dollarPriceOf(graph, measured.base).steps)
  for (const { path } of holdings) for (const step of path?.steps ?? []) used.add(step)
  const flags = [
    ...depegFlagsOf(measured.quotes),
    ...staleFlagsOf(
      measured.quotes.filter((quote) => used.has(quote)),
      BigInt(measured.block.atUnix),
    ),
  ]
  if (leftOut.length > 0) {
    flags.push({ flag: 'partial', reason: `Net assets leave out: ${leftOut.join('; ')}` })
  }
  if (net.value !== null && net.value < 0n) {
    flags.push({ flag: 'negative', reason: `Net assets are ${net.value} base units.` })
  }
  return flags
}
