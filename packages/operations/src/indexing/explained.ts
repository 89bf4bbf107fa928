import type { Address } from '@vaultwright/base'
import { type AnyReceipt, jsonDifferencesOf } from '@vaultwright/valuation'

/** The kinds of a day's value. */
export const valueKinds = ['daily', 'snapshot', 'performance'] as const

/** Name of a kind of value. */
export type ValueKind = (typeof valueKinds)[number]

/** A comparison that a receipt must stand. */
export type ReceiptCheck = {
  /**
   * `inputs`: the digest of what the receipt was computed from, against what is read out of the same readings now;
   * made only when they differ, or cannot be compared.
   * `receipt`: the formula, computed again from the receipt's own inputs. `reading`: all of it, computed again
   * from the kept answers of the chain. `value`: what is stored. `answer`: what was served beside it. `holdings`: net
   * assets served beside it, of which a receipt of growth says nothing.
   */
  readonly against: 'inputs' | 'receipt' | 'reading' | 'value' | 'answer' | 'holdings'
  /** The differences between the two; none if they are the same bit for bit. */
  readonly differences: readonly string[]
  /** Why nothing could be compared; null when it was. */
  readonly open: string | null
}

/** Two formulas of one value. */
export type OlderFormula = {
  /** As the receipt names it. */
  readonly formula: string
  readonly current: string
  /** The differences from the current formula's result; none if both compute the same. */
  readonly differences: readonly string[]
}

/** An earlier value of the day. */
export type EarlierValue = {
  readonly kind: string
  /** Null when it was not recorded. */
  readonly sinceUnix: bigint | null
  readonly untilUnix: bigint
  readonly reason: string
  readonly value: unknown
}

/** A value of a day with where it is from. */
export type ValueExplanation = {
  readonly chain: string
  readonly vault: Address
  /** As its tenant calls it; null without a store. */
  readonly name: string | null
  readonly day: string
  readonly kind: ValueKind
  /** As it was known then; null for now. */
  readonly asOfUnix: bigint | null
  readonly receipt: AnyReceipt
  /** The reading it is computed from; null if only a receipt was given. */
  readonly reading: {
    readonly digest: string
    readonly readAtUnix: bigint | null
    readonly calls: number
  } | null
  /** The older formula's result: what this release's computes, and where it differs; else null. */
  readonly older: OlderFormula | null
  readonly checks: readonly ReceiptCheck[]
  readonly earlier: readonly EarlierValue[]
}

/** Tells whether a receipt stood every comparison that could be made. */
export function isProven({ checks }: Pick<ValueExplanation, 'checks'>): boolean {
  const completed = checks.filter(({ open }) => open === null)
  return completed.length > 0 && completed.every(({ differences }) => differences.length === 0)
}

/** Computes a receipt again from nothing but its own inputs, and compares. */
export async function checkReceipt(receipt: AnyReceipt): Promise<ReceiptCheck> {
  const { recompute, UnknownFormulaError } = await import('@vaultwright/valuation')
  try {
    return checkOf('receipt', recompute(receipt), receipt)
  } catch (error) {
    if (!(error instanceof UnknownFormulaError)) throw error
    return openCheck('receipt', error.shortMessage)
  }
}

/** Compares two JSON values. */
export function checkOf(
  against: ReceiptCheck['against'],
  again: unknown,
  kept: unknown,
): ReceiptCheck {
  return { against, differences: differencesOf(plainOf(again), plainOf(kept)), open: null }
}

/** Says that nothing could be compared. */
export function openCheck(against: ReceiptCheck['against'], why: string): ReceiptCheck {
  return { against, differences: [], open: why }
}

function plainOf(value: unknown): unknown {
  const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))
  return text === undefined ? undefined : JSON.parse(text)
}

/** The maximum number of differences, so that a person can look there. */
const most = 8

/** Lists the places in which two JSON values differ. */
export function differencesOf(left: unknown, right: unknown): readonly string[] {
  return jsonDifferencesOf(left, right)
    .slice(0, most)
    .map(({ place }) => place)
}
