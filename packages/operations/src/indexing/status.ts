import type { Address } from '@vaultwright/base'
import type { PlacedStatus, VaultStatus } from '@vaultwright/indexer'
import type { IndexingFailure, Page, PageQuery, Store } from '@vaultwright/store'
import type { SvmAddress } from '@vaultwright/svm'

/** The progress of a vault's index on a chain. */
export type IndexRow = VaultStatus

/** The selection of vaults: of a tenant, or all. */
type VaultSelection = { readonly tenantId?: string }

/** Reads how far vaults are indexed, from the database alone. `nowUnix` is in seconds. */
export async function readIndexStatus(
  store: Store,
  { tenantId }: VaultSelection,
  nowUnix: () => bigint,
): Promise<readonly IndexRow[]> {
  const { currentFormulas: formulas, statusOf } = await import('@vaultwright/indexer')
  return statusOf({ store, formulas, nowUnix }, tenantId === undefined ? {} : { tenantId })
}

/** The rows of a tenant, and the page of them. */
type IndexPageSelection = {
  readonly tenantId: string
  readonly chain?: string
  readonly vault?: Address | SvmAddress
}

/** As `readIndexStatus`, some rows of one tenant; a place is the `key` of a row. */
export async function readIndexPage(
  store: Store,
  { selection, page }: { readonly selection: IndexPageSelection; readonly page: PageQuery<string> },
  nowUnix: () => bigint,
): Promise<Page<PlacedStatus>> {
  const { currentFormulas: formulas, statusPageOf } = await import('@vaultwright/indexer')
  return statusPageOf({ store, formulas, nowUnix }, selection, page)
}

/** Tells whether nothing is left to do for a vault. */
export function isCurrent(status: IndexRow): boolean {
  const { missingDays, staleDays, failures } = status
  if (!isSeen(status) || missingDays.length + staleDays.length > 0) return false
  return !failures.some(({ state }) => state === 'parked')
}

/** A vault of Solana has no head before its first day was read, and nothing is wrong with that. */
function isSeen({ chain, head, isFound }: IndexRow): boolean {
  return isFound && (head !== null || chain === 'solana')
}

/** A day that is not as it should be. */
export type Gap = {
  readonly chain: string
  readonly vault: string
  readonly name: string
  /** Null while the days of the vault are not known. */
  readonly day: string | null
  /**
   * `missing`: not read. `lost`: not read in time, and nothing reads it any more. `stale`: read, but its values are missing or of other inputs. `failed`: work on it
   * failed. `unseen`: the chain was not read yet, or the vault was not found on it.
   */
  readonly kind: 'missing' | 'lost' | 'stale' | 'failed' | 'unseen'
  /** One sentence or two. */
  readonly reason: string
}

/** Days one after the other that are so for the same reason. */
export type GapSpan = Omit<Gap, 'day'> & {
  readonly from: string | null
  readonly to: string | null
  readonly days: number
}

/** Lists the days of a vault that are not as they should be, each with its reason. */
export function gapsOf(status: IndexRow): readonly Gap[] {
  const { chain, vault, name, missingDays, lostDays, staleDays, failures } = status
  if (!isSeen(status)) return [unseenOf(status)]
  const failed = new Map<string, IndexingFailure>()
  // Latest first: of several failures of a day the last is reported.
  for (const failure of failures.toReversed()) {
    if (failure.day !== null) failed.set(failure.day, failure)
  }
  const gap = (kind: Gap['kind'], day: string, usual: string): Gap => {
    const failure = failed.get(day)
    return { chain, vault, name, day, kind, reason: failure ? failureText(failure) : usual }
  }
  const listed = new Set([...missingDays, ...staleDays])
  const unlisted = [...failed.keys()].filter((day) => !listed.has(day))
  const all = [
    ...missingDays.map((day) => gap('missing', day, 'It was not read yet.')),
    ...lostDays.map((day) => gap('lost', day, lostReason)),
    ...staleDays.map((day) =>
      gap('stale', day, 'Its values were computed from something else than what is there now.'),
    ),
    ...unlisted.map((day) => gap('failed', day, '')),
  ]
  return all.toSorted((one, other) => Date.parse(one.day!) - Date.parse(other.day!))
}

const lostReason =
  'It was not read within three hours after its end, and a node of Solana keeps no past state.'

function unseenOf({ chain, vault, name, failures, head }: IndexRow): Gap {
  const [last] = failures
  const usual =
    head === null
      ? 'The chain was not scanned yet.'
      : 'The deployment of the vault was not looked up yet.'
  const reason = last === undefined ? usual : failureText(last)
  return { chain, vault, name, day: null, kind: 'unseen', reason }
}

/** Puts days together that follow each other and are so for the same reason. */
export function spansOf(gaps: readonly Gap[]): readonly GapSpan[] {
  const spans: GapSpan[] = []
  for (const { day, ...gap } of gaps) {
    const last = spans.at(-1)
    const isNext =
      last !== undefined &&
      last.to !== null &&
      day !== null &&
      Date.parse(day) - Date.parse(last.to) === 86_400_000 &&
      (['chain', 'vault', 'name', 'kind', 'reason'] as const).every((key) => last[key] === gap[key])
    if (isNext) spans[spans.length - 1] = { ...last, to: day, days: last.days + 1 }
    else spans.push({ ...gap, from: day, to: day, days: 1 })
  }
  return spans
}

/** Says why work failed and what becomes of it. */
export function failureText({ state, code, message, retryAtUnix }: IndexingFailure): string {
  const again = retryAtUnix === null ? 'soon' : `at ${timeText(retryAtUnix)}`
  const next = state === 'parked' ? 'given up' : `tried again ${again}`
  return `${message} [${code}, ${next}]`
}

function timeText(unix: bigint): string {
  return new Date(Number(unix) * 1000).toISOString().replace('.000', '')
}
