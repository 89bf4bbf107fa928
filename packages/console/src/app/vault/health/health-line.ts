import type { IndexStatusData } from '@vaultwright/wire'
import { momentText } from '../../part/text/moment-text.ts'

/** A line of an index's health: its words are those of `index status`. */
export type HealthLine = {
  readonly name: string
  readonly text: string
  /** Something is left to do. */
  readonly isOpen: boolean
}

/** Ranges of days that a line names. */
const most = 5

/** Says how far a vault is indexed. */
export function healthLinesOf(status: IndexStatusData): readonly HealthLine[] {
  const { head_at: head, head_block_number: block, lag_seconds: lag } = status
  const { failure_count: failures, parked_count: parked } = status
  const retrying = failures - parked
  return [
    { name: 'last day', text: status.last_day ?? 'none', isOpen: status.last_day === null },
    {
      name: 'behind head',
      text:
        head === null
          ? 'not known: the chain was not scanned yet'
          : `${lag === null ? 'not known: no day was read' : lagText(lag)}, head ${momentText(head)}, block ${block}`,
      isOpen: head === null || lag === null,
    },
    dayLine('missing', status.missing),
    dayLine('stale', status.stale),
    { name: 'failing', text: countText(retrying), isOpen: retrying > 0 },
    { name: 'given up', text: countText(parked), isOpen: parked > 0 },
    {
      name: 'roots without tree',
      text: countText(status.roots_without_tree),
      isOpen: status.roots_without_tree > 0,
    },
  ]
}

/** Finds the status of a vault on a chain; null where the index has none, as of a retired vault. */
export function statusOf(
  statuses: readonly IndexStatusData[],
  { chain, address }: { readonly chain: string; readonly address: string },
): IndexStatusData | null {
  const vaultAddress = address.toLowerCase()
  return (
    statuses.find(
      (status) => status.chain === chain && status.vault_address.toLowerCase() === vaultAddress,
    ) ?? null
  )
}

function dayLine(
  name: string,
  { days, ranges, more_ranges }: IndexStatusData['missing'],
): HealthLine {
  const names = ranges
    .slice(0, most)
    .map(({ from, to }) => (from === to ? from : `${from} to ${to}`))
  const isCut = ranges.length + more_ranges > most
  const text = `${days}: ${names.join(', ')}${isCut ? ' and more' : ''}`
  return { name, text: days === 0 ? 'none' : text, isOpen: days > 0 }
}

function countText(count: number): string {
  return count === 0 ? 'none' : String(count)
}

function lagText(seconds: number): string {
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  const hours = Math.floor(seconds / 3_600)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}
