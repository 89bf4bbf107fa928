import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { parseRatio } from '../base/ratio.ts'
import type { Holding, VaultState } from '../base/vault-state.ts'
import { annualYieldOf } from './annual-yield.ts'
import { knownOrReason } from './growth-yield.ts'

/**
 * Works out what a position with a fixed maturity earns a year when it is held until it pays out: from its
 * price in its own accounting asset to one.
 *
 * @returns fraction of a year, compounded; 0 from the maturity on; a reason when it has no price.
 */
export function maturityYieldOf(
  { asset, maturityUnix }: Holding & { readonly maturityUnix: string },
  { block, quotes }: Pick<VaultState, 'block' | 'quotes'>,
): Known<string> {
  const seconds = BigInt(maturityUnix) - BigInt(block.atUnix)
  if (seconds <= 0n) return knownValue('0')
  const quote = quotes.find(
    ({ asset: of, per, kind }) =>
      of === asset.address && per !== 'usd' && (kind === 'market' || kind === 'rate'),
  )
  if (quote === undefined) {
    return unknownValue(`No price of ${asset.symbol} in its accounting asset is known.`)
  }
  const { above, below } = parseRatio(quote.price)
  return knownOrReason(
    annualYieldOf({ from: above, to: below, seconds }),
    `${asset.symbol} at ${quote.price} with ${seconds} seconds to go says nothing.`,
  )
}
