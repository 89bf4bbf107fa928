import type { Address } from '@vaultwright/base'
import type { GrowthIndex } from '@vaultwright/valuation'
import type { HoldingResult, PositionResult } from './position.ts'

/** Name of what lies in an account itself and is not a position in a protocol. */
export const idle = 'idle'

/** Completes what was found with nothing for the rest. */
export function positionResultOf(part: Partial<PositionResult>): PositionResult {
  return { holdings: [], quotes: [], receipts: [], failures: [], ...part }
}

/** Says that something could not be read. */
export function failedRead(what: string, reason: string): PositionResult {
  return positionResultOf({ failures: [{ what, reason }] })
}

/**
 * Puts together what several readers found.
 *
 * Nothing counts twice: a token that stands for a position is not an idle token, and the same idle token is
 * one holding.
 *
 * @param parts - what each found, in order.
 */
export function mergePositionResults(parts: readonly PositionResult[]): PositionResult {
  const quotes: PositionResult['quotes'][number][] = []
  const receipts: PositionResult['receipts'][number][] = []
  const failures: PositionResult['failures'][number][] = []
  const counted = new Set<string>()
  for (const part of parts) {
    quotes.push(...part.quotes)
    failures.push(...part.failures)
    for (const receipt of part.receipts) {
      receipts.push(receipt)
      counted.add(`${receipt.holder} ${receipt.asset}`)
    }
  }
  const holdings: HoldingResult[] = []
  for (const part of parts) {
    for (const holding of part.holdings) {
      if (holding.protocol === idle) {
        const key = `${holding.holder} ${holding.asset}`
        if (counted.has(key)) continue
        counted.add(key)
      }
      holdings.push(holding)
    }
  }
  return { holdings, quotes, receipts, failures }
}

/** Makes a holding, if there is any, or if it earns fees. */
export function holdingsOf(
  ref: Pick<HoldingResult, 'protocol' | 'holder' | 'asset'>,
  amount: bigint,
  rest: Partial<Pick<HoldingResult, 'index' | 'maturityUnix' | 'fees' | 'spot' | 'donation'>> = {},
): readonly HoldingResult[] {
  if (amount === 0n && rest.fees === undefined) return []
  return [{ ...ref, amount, index: null, maturityUnix: null, ...rest }]
}

/**
 * Makes the number that grows with a position.
 *
 * @returns the index; null when there is none above zero.
 */
export function indexOf(
  path: readonly [protocol: string, account: Address, kind: string, asset: Address],
  value: bigint | null,
): GrowthIndex | null {
  return value === null || value <= 0n ? null : { key: path.join(':'), value: String(value) }
}
