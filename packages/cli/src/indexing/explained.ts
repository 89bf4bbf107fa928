import type { Address } from '@vaultwright/base'
import type { AnyReceipt } from '@vaultwright/valuation'

/** Which value of a day. */
export const explainedKinds = ['daily', 'snapshot', 'performance'] as const

/** Name of a kind of value. */
export type ExplainedKind = (typeof explainedKinds)[number]

/** A comparison that a receipt must stand. */
export type Check = {
  /**
   * `receipt`: the formula, computed again from the receipt's own inputs. `reading`: all of it, computed again
   * from the kept answers of the chain. `value`: what is stored. `answer`: what was served beside it.
   */
  readonly against: 'receipt' | 'reading' | 'value' | 'answer'
  /** Where the two differ; none when they are the same bit for bit. */
  readonly differences: readonly string[]
  /** Why nothing could be compared; null when it was. */
  readonly open: string | null
}

/** What stood for the day before something else did. */
export type EarlierValue = {
  readonly kind: string
  /** Null when nobody noted it. */
  readonly sinceUnix: bigint | null
  readonly untilUnix: bigint
  readonly reason: string
  readonly value: unknown
}

/** A value of a day with where it is from. */
export type Explained = {
  readonly chain: string
  readonly vault: Address
  /** As its tenant calls it; null when nobody was asked. */
  readonly name: string | null
  readonly day: string
  readonly kind: ExplainedKind
  /** As it was known then; null for now. */
  readonly asOfUnix: bigint | null
  readonly receipt: AnyReceipt
  /** What it is computed from; null when only a receipt was given. */
  readonly reading: {
    readonly digest: string
    readonly readAtUnix: bigint | null
    readonly calls: number
  } | null
  readonly checks: readonly Check[]
  readonly earlier: readonly EarlierValue[]
}

/** Tells whether a receipt stood every comparison that could be made. */
export function isProven({ checks }: Pick<Explained, 'checks'>): boolean {
  const made = checks.filter(({ open }) => open === null)
  return made.length > 0 && made.every(({ differences }) => differences.length === 0)
}
