import { BaseError } from '@vaultwright/base'
import type { Revision } from '@vaultwright/store'
import type { AnyReceipt } from '@vaultwright/valuation'
import { withStore } from '../admin/store.ts'
import type { Context } from '../context.ts'
import { checkOf, checkReceipt, openCheck } from './check.ts'
import { dayMeant, momentMeant } from './day-word.ts'
import { type Again, deriveAgain } from './derive-again.ts'
import type { Check, EarlierValue, Explained, ExplainedKind } from './explained.ts'
import type { VaultWords } from './option.ts'
import { type Standing, standingAt } from './standing.ts'
import { findVault } from './target.ts'
import { type KeptValue, readValueNow, type WantedValue } from './wanted-value.ts'

/** Which value of which day a person means. */
export type ExplainWords = VaultWords & {
  readonly vault: string
  readonly day: string
  readonly kind: ExplainedKind | undefined
  readonly 'as-of': string | undefined
}

/**
 * Explains a value of a day from the database alone, and computes it again in every way there is.
 *
 * @throws {UsageError} when it is not clear which vault is meant. {DayNotIndexedError} {RawReadingError}
 */
export function explainStored(words: ExplainWords, context: Context): Promise<Explained> {
  const day = dayMeant(words.day, '<day>')
  const asOfUnix = words['as-of'] === undefined ? null : momentMeant(words['as-of'], '--as-of')
  return withStore(words, context, async (store) => {
    const { vault, chain } = await findVault(store, words)
    return explain({ store, vault, chain, day, kind: words.kind ?? 'daily', asOfUnix })
  })
}

async function explain(wanted: WantedValue): Promise<Explained> {
  const { store, vault, chain, day, kind, asOfUnix } = wanted
  const at = { chain, vault: vault.address, day }
  const [again, revisions] = await Promise.all([
    deriveAgain(wanted),
    store.revisions.list(vault.tenantId, at),
  ])
  const kept = await readKept(wanted, revisions)
  const receipt = kept?.receipt == null ? again.receipt : (JSON.parse(kept.receipt) as AnyReceipt)
  if (kept === null || receipt === null) throw new DayNotIndexedError(wanted)
  const { reading } = again
  return {
    ...{ ...at, name: vault.name, kind, asOfUnix, receipt },
    reading:
      reading === null
        ? null
        : {
            ...{ digest: reading.digest, readAtUnix: reading.readAtUnix },
            calls: (JSON.parse(reading.body) as { readonly calls: readonly unknown[] }).calls
              .length,
          },
    checks: await checksOf({ kept, receipt, again }),
    earlier: revisions.map(earlierOf),
  }
}

/** What stood then; null when nothing did. */
async function readKept(
  wanted: WantedValue,
  revisions: readonly Revision[],
): Promise<KeptValue | null> {
  const own = revisions.filter((revision) => revision.kind === wanted.kind)
  const read = wanted.asOfUnix === null ? null : await readThen(wanted, revisions)
  if (read?.standing.kind === 'nothing') return null
  const sinceUnix = read?.firstUnix ?? null
  const standing = standingAt(own, { sinceUnix }, wanted.asOfUnix)
  if (standing.kind === 'now') return readValueNow(wanted)
  if (standing.kind === 'nothing') return null
  const { body, receipt } = standing.revision
  return { value: JSON.parse(body), receipt }
}

/** Before a day was read, and after it was withdrawn, there was no value of it; null when it was never read. */
async function readThen(
  { store, vault, chain, day, asOfUnix }: WantedValue,
  revisions: readonly Revision[],
): Promise<{ readonly standing: Standing; readonly firstUnix: bigint | null } | null> {
  const own = revisions.filter(({ kind }) => kind === 'reading')
  const kept = await store.readings.find(vault.tenantId, { chain, vault: vault.address }, day)
  const now = kept === null ? null : { sinceUnix: kept.readAtUnix }
  const first = own[0] ?? now
  if (first === null) return null
  return { standing: standingAt(own, now, asOfUnix), firstUnix: first.sinceUnix }
}

type Compared = {
  readonly kept: KeptValue
  readonly receipt: AnyReceipt
  readonly again: Again
}

async function checksOf({ kept, receipt, again }: Compared): Promise<readonly Check[]> {
  const unread = 'The reading of the day is not kept.'
  const checks: Check[] = []
  if (kept.receipt !== null) {
    checks.push(await checkReceipt(receipt))
    checks.push(
      again.receipt === null
        ? openCheck('reading', unread)
        : checkOf('reading', again.receipt, receipt),
    )
  }
  if (kept.value !== null) {
    checks.push(
      again.receipt === null
        ? openCheck('value', unread)
        : checkOf('value', again.value, kept.value),
    )
  }
  return checks
}

function earlierOf({ kind, sinceUnix, untilUnix, reason, body }: Revision): EarlierValue {
  const isReading = kind === 'reading'
  return { kind, sinceUnix, untilUnix, reason, value: isReading ? null : JSON.parse(body) }
}

/** There is no such value of the day. */
export class DayNotIndexedError extends BaseError {
  override readonly code = 'day_not_indexed'

  constructor({ vault, chain, day, kind, asOfUnix }: WantedValue) {
    const then = asOfUnix === null ? '' : ' then'
    super({
      message: `${vault.name} has no ${kind} value of ${day} on ${chain}${then}. "vaultwright index gaps" tells which days are missing and why.`,
      facts: { vault: vault.address, chain, day, kind },
    })
  }
}
