import type { RootChangeData } from '@vaultwright/wire'
import { momentText } from '../part/text/moment-text.ts'

/** A setting of a root of one strategist, with when it ended. */
export type RootPeriod = {
  readonly root: string
  /** When it was set; null when that is not known. */
  readonly from: string | null
  readonly block: number
  readonly logIndex: number
  readonly transaction: string | null
  /** Null when the tree is not stored. */
  readonly leafCount: number | null
  /** True for the zero root, which permits nothing. */
  readonly isWithdrawn: boolean
  /** When the next root was set; null while it is in force, or when that is not known. */
  readonly to: string | null
  /** True if another root of the same block came after it, so that it was in force within that block alone. */
  readonly isWithinBlock: boolean
}

/** The root in force at a moment. */
export type RootAtMoment =
  | { readonly kind: 'root'; readonly index: number; readonly period: RootPeriod }
  /** No root had been set. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reason: string }

const zeroRoot = /^0x0{64}$/

/** Lists the strategists of changes, those that were given a root first come first. */
export function strategistsOf(changes: readonly RootChangeData[]): readonly string[] {
  return [...new Set(changes.map(({ strategist }) => strategist))]
}

/**
 * Lays out the roots of one strategist in the order of the chain: by block, then by log index.
 *
 * @param changes - every change of the vault, in any order.
 */
export function rootPeriodsOf(
  changes: readonly RootChangeData[],
  strategist: string,
): readonly RootPeriod[] {
  const address = strategist.toLowerCase()
  const settings = changes
    .filter((change) => change.strategist.toLowerCase() === address)
    .toSorted(byPlace)
  return settings.map((change, index) => {
    const next = settings[index + 1]
    return {
      root: change.root_hash,
      from: change.set_at,
      block: change.block_number,
      logIndex: change.log_index,
      transaction: change.set_tx_hash,
      leafCount: change.leaf_count,
      isWithdrawn: zeroRoot.test(change.root_hash),
      to: next?.set_at ?? null,
      isWithinBlock: next?.block_number === change.block_number,
    }
  })
}

/**
 * Tells which root was in force at a moment: the last that was set at or before it.
 *
 * @param periods - of one strategist, in the order of the chain.
 * @param moment - unix milliseconds.
 */
export function rootAt(periods: readonly RootPeriod[], moment: number): RootAtMoment {
  const untimed = periods.findIndex(({ from }) => from === null)
  const index = periods.findLastIndex(({ from }) => from !== null && Date.parse(from) <= moment)
  // A setting without a time may lie on either side of the moment, unless a later one lies before it.
  if (untimed > index) {
    const { block } = periods[untimed]!
    return {
      kind: 'unknown',
      reason: `a root was set in block ${block}, whose time is not in the index`,
    }
  }
  const period = periods[index]
  return period === undefined ? { kind: 'none' } : { kind: 'root', index, period }
}

/** The last moment of a day, UTC, in unix milliseconds; null for a text that is not a day. */
export function endOfDayMs(day: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null
  const start = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day) return null
  return start + 86_400_000 - 1
}

/** The text of one stop of the slider. */
export function periodText({
  from,
  to,
  isWithdrawn,
  leafCount,
  isWithinBlock,
}: RootPeriod): string {
  const since = from === null ? 'time not known' : momentText(from)
  const end = to === null ? '' : ` to ${momentText(to)}`
  const what = isWithdrawn
    ? 'all rights taken away'
    : leafCount === null
      ? 'tree not stored'
      : `${leafCount.toLocaleString('en')} leaves`
  const short = isWithinBlock ? ', replaced in the same block' : ''
  return `${since}${end}: ${what}${short}`
}

function byPlace(one: RootChangeData, other: RootChangeData): number {
  return one.block_number - other.block_number || one.log_index - other.log_index
}
