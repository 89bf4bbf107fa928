import type { Flag } from '../base/known-value.ts'
import type { VaultState } from '../base/vault-state.ts'
import { depegFlagsOf } from '../price/depeg.ts'
import { dollarPriceOf } from '../price/dollar-value.ts'
import { staleFlagsOf } from './day-flag.ts'
import type { Worth } from './worth.ts'

/**
 * Tells what whoever reads the worth of a day's holdings must know about it.
 *
 * @returns flags: pegs that markets do not keep, old prices, what is left out, more owed than held.
 */
export function worthFlagsOf(state: VaultState, worth: Worth): readonly Flag[] {
  const { net, leftOut, graph, holdings } = worth
  const used = new Set(dollarPriceOf(graph, state.base).steps)
  for (const { path } of holdings) for (const step of path?.steps ?? []) used.add(step)
  const flags = [
    ...depegFlagsOf(state.quotes),
    ...staleFlagsOf(
      state.quotes.filter((quote) => used.has(quote)),
      BigInt(state.block.atUnix),
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
