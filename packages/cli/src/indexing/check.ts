import type { AnyReceipt } from '@vaultwright/valuation'
import { differencesOf } from './difference.ts'
import type { Check } from './explained.ts'

/**
 * Computes a receipt again from nothing but its own inputs, and compares.
 *
 * @param receipt - as it was kept or served.
 * @returns what came of it; a formula of another version is left open.
 */
export async function checkReceipt(receipt: AnyReceipt): Promise<Check> {
  const { recompute, UnknownFormulaError } = await import('@vaultwright/valuation')
  try {
    return checkOf('receipt', recompute(receipt), receipt)
  } catch (error) {
    if (!(error instanceof UnknownFormulaError)) throw error
    return openCheck('receipt', error.shortMessage)
  }
}

/**
 * Compares two JSON values.
 *
 * @param against - which comparison it is.
 * @param again - what was computed now.
 * @param kept - what was there.
 * @returns what came of it. Whole numbers count as their texts, as they are written.
 */
export function checkOf(against: Check['against'], again: unknown, kept: unknown): Check {
  return { against, differences: differencesOf(plainOf(again), plainOf(kept)), open: null }
}

/**
 * Says that nothing could be compared.
 *
 * @param against - which comparison it would be.
 * @param why - one sentence.
 * @returns the open check.
 */
export function openCheck(against: Check['against'], why: string): Check {
  return { against, differences: [], open: why }
}

function plainOf(value: unknown): unknown {
  const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))
  return text === undefined ? undefined : JSON.parse(text)
}
