import { printUnits } from '@vaultwright/base'
import type { SwapToken } from '../market/swap-pair.ts'
import type { Measurement } from './quote-input.ts'
import type { SwapCandidate } from './swap-quote.ts'

/** The best is compared with so many others. */
const maxCompared = 3

/** Says why the best comes first, and what is against the others. */
export function comparisonsOf(
  candidates: readonly SwapCandidate[],
  buyToken: SwapToken,
): readonly string[] {
  const [best, ...further] = candidates
  if (best === undefined || best.refusal !== null) return []
  return further.slice(0, maxCompared).map((other) => comparisonOf(best, other, buyToken))
}

function comparisonOf(best: SwapCandidate, other: SwapCandidate, buyToken: SwapToken): string {
  const more = best.buyAmount - other.buyAmount
  const amount = amountText(more < 0n ? -more : more, buyToken)
  const bought =
    more === 0n
      ? `${best.id} buys as much as ${other.id}`
      : `${best.id} buys ${amount} ${more > 0n ? 'more' : 'less'} than ${other.id}`
  const gas = other.gasUsed - best.gasUsed
  const used =
    gas === 0n
      ? 'uses as much gas'
      : `uses ${grouped(gas < 0n ? -gas : gas)} gas ${gas > 0n ? 'less' : 'more'}`
  const refused = other.refusal === null ? '' : ` ${other.id} is refused: ${other.refusal.message}`
  return `${bought} and ${used}.${refused}`
}

/** Says which part of the amount a venue carries that does not sell the whole; nothing where nothing tells. */
export function partText({ part }: Measurement, sellToken: SwapToken): string {
  if (part === undefined) return ''
  const [sold, refused] = [part.sold, part.refused].map((one) => amountText(one, sellToken))
  return ` It sold ${sold} when that was tried, and not ${refused}: sell ${sold} there at most, or split the amount.`
}

/** Writes an amount in display units with its token; in base units where its decimals are not known. */
export function amountText(amount: bigint, { address, symbol, decimals }: SwapToken): string {
  if (decimals === null) return `${amount} base units of ${address}`
  return `${printUnits(amount, decimals)} ${symbol ?? address}`
}

function grouped(amount: bigint): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, ',')
}
