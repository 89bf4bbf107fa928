import type { AnyReceipt } from '@vaultwright/valuation'
import { differencesOf } from './difference.ts'
import type { Check } from './explained.ts'

/** Computes a receipt again from nothing but its own inputs, and compares. */
export async function checkReceipt(receipt: AnyReceipt): Promise<Check> {
  const { recompute, UnknownFormulaError } = await import('@vaultwright/valuation')
  try {
    return checkOf('receipt', recompute(receipt), receipt)
  } catch (error) {
    if (!(error instanceof UnknownFormulaError)) throw error
    return openCheck('receipt', error.shortMessage)
  }
}

/** Compares two JSON values. */
export function checkOf(against: Check['against'], again: unknown, kept: unknown): Check {
  return { against, differences: differencesOf(plainOf(again), plainOf(kept)), open: null }
}

/** Says that nothing could be compared. */
export function openCheck(against: Check['against'], why: string): Check {
  return { against, differences: [], open: why }
}

function plainOf(value: unknown): unknown {
  const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))
  return text === undefined ? undefined : JSON.parse(text)
}
