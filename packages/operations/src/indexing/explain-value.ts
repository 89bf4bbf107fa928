import { BaseError } from '@vaultwright/base'
import type { InputOrigin, WholeReceipt } from '@vaultwright/indexer'
import type { Revision } from '@vaultwright/store'
import type {
  AnyReceipt,
  DayReceipt,
  FirstDayReceipt,
  PerformanceReceipt,
} from '@vaultwright/valuation'
import { type RecomputedValue, recomputeValue, type Version, versionAt } from './derive-again.ts'
import {
  checkOf,
  checkReceipt,
  type EarlierValue,
  type OlderFormula,
  openCheck,
  type ReceiptCheck,
  type ValueExplanation,
} from './explained.ts'
import { readValueNow, type StoredValue, type ValueQuery } from './stored-value.ts'

/** Explains a value of a day from the database, and computes it again in every way there is. */
export async function explainValue(wanted: ValueQuery): Promise<ValueExplanation> {
  const { store, vault, chain, day, kind, asOfUnix } = wanted
  const place = { chain, vault: vault.address, day }
  const [again, revisions] = await Promise.all([
    recomputeValue(wanted),
    store.revisions.list(vault.tenantId, place),
  ])
  const stored = await readStored(wanted, { revisions, again })
  const receipt = stored?.receipt?.receipt ?? again.receipt
  if (stored === null || receipt === null) throw new DayNotIndexedError(wanted)
  const { reading } = again
  const byFormula = await byOwnFormula(again, receipt)
  return {
    ...place,
    name: vault.name,
    kind,
    asOfUnix,
    receipt,
    reading:
      reading === null
        ? null
        : {
            digest: reading.digest,
            readAtUnix: reading.readAtUnix,
            calls: (JSON.parse(reading.body) as { readonly calls: readonly unknown[] }).calls
              .length,
          },
    older: olderOf(again, receipt),
    checks: await checksOf({ kept: stored, receipt, again: byFormula }),
    earlier: revisions.map(earlierOf),
  }
}

/** The stored value of that moment; null if there was none. */
async function readStored(
  wanted: ValueQuery,
  {
    revisions,
    again,
  }: { readonly revisions: readonly Revision[]; readonly again: RecomputedValue },
): Promise<StoredValue | null> {
  const valueRevisions = revisions.filter((revision) => revision.kind === wanted.kind)
  const earlier = wanted.asOfUnix === null ? null : await readThen(wanted, revisions)
  if (earlier?.version.kind === 'nothing') return null
  const sinceUnix = earlier?.firstUnix ?? null
  const version = versionAt(valueRevisions, { sinceUnix }, wanted.asOfUnix)
  if (version.kind === 'now') return readValueNow(wanted)
  if (version.kind === 'nothing') return null
  const { body, receipt } = version.revision
  return {
    value: JSON.parse(body),
    receipt: receipt === null ? null : await formerReceiptOf(receipt, again),
  }
}

/** A receipt that could not be made whole when its value gave way is shown with what is read of it now. */
async function formerReceiptOf(
  text: string,
  { receipt: again }: RecomputedValue,
): Promise<WholeReceipt> {
  const { inputDigestIn, parseSlimReceipt, readerFingerprint } = await import(
    '@vaultwright/indexer'
  )
  const slim = parseSlimReceipt(text)
  if (slim === null) return { receipt: JSON.parse(text), origin: { kind: 'kept' } }
  if (again === null || isOfSnapshot(again)) return { receipt: null, origin: { kind: 'gone' } }
  const { formula, result, inputDigest, reader } = slim
  const receipt = { formula, inputs: again.inputs, result } as AnyReceipt
  const now = { inputDigest: inputDigestIn(again), reader: readerFingerprint }
  if (now.inputDigest === inputDigest) return { receipt, origin: { kind: 'same', inputDigest } }
  return { receipt, origin: { kind: 'other', before: { inputDigest, reader }, now } }
}

function isOfSnapshot(receipt: AnyReceipt): receipt is DayReceipt | FirstDayReceipt {
  return receipt.formula.startsWith('day@')
}

/** Before a day was read, and after it was withdrawn, there was no value of it; null when it was never read. */
async function readThen(
  { store, vault, chain, day, asOfUnix }: ValueQuery,
  revisions: readonly Revision[],
): Promise<{ readonly version: Version; readonly firstUnix: bigint | null } | null> {
  const readings = revisions.filter(({ kind }) => kind === 'reading')
  const reading = await store.readings.find(vault.tenantId, { chain, vault: vault.address }, day)
  const now = reading === null ? null : { sinceUnix: reading.readAtUnix }
  const first = readings[0] ?? now
  if (first === null) return null
  return { version: versionAt(readings, now, asOfUnix), firstUnix: first.sinceUnix }
}

/** Recomputes the value by the formula of its receipt from the same readings: a newer one may give something else. */
async function byOwnFormula(
  again: RecomputedValue,
  { formula }: AnyReceipt,
): Promise<RecomputedValue> {
  if (again.receipt === null || again.receipt.formula === formula) return again
  const { performanceValuesOf, recompute, UnknownFormulaError } = await import(
    '@vaultwright/valuation'
  )
  try {
    const receipt = recompute({ formula, inputs: again.receipt.inputs })
    if (!isOfPerformance(receipt)) return again
    return { ...again, receipt, value: performanceValuesOf(receipt) }
  } catch (error) {
    if (error instanceof UnknownFormulaError) return again
    throw error
  }
}

function isOfPerformance(receipt: AnyReceipt): receipt is PerformanceReceipt {
  return receipt.formula.startsWith('performance@')
}

function olderOf({ receipt: now }: RecomputedValue, receipt: AnyReceipt): OlderFormula | null {
  if (now === null || now.formula === receipt.formula) return null
  const { differences } = checkOf('receipt', now.result, receipt.result)
  return { formula: receipt.formula, current: now.formula, differences }
}

type Compared = {
  readonly kept: StoredValue
  readonly receipt: AnyReceipt
  readonly again: RecomputedValue
}

async function checksOf({
  kept: storedValue,
  receipt,
  again,
}: Compared): Promise<readonly ReceiptCheck[]> {
  const unread = 'The reading of the day is not kept.'
  const checks: ReceiptCheck[] = []
  const origin = storedValue.receipt?.origin ?? null
  if (origin?.kind === 'other') checks.push(readerCheckOf(origin))
  if (origin?.kind === 'gone') {
    checks.push(openCheck('inputs', 'A reading that it was computed from is not kept any more.'))
  } else if (storedValue.receipt !== null) {
    checks.push(await checkReceipt(receipt))
    checks.push(
      again.receipt === null
        ? openCheck('reading', unread)
        : checkOf('reading', again.receipt, receipt),
    )
  }
  if (storedValue.value !== null) {
    checks.push(
      again.receipt === null
        ? openCheck('value', unread)
        : checkOf('value', again.value, storedValue.value),
    )
  }
  return checks
}

/** The readings are the same: their digests are in the basis. What reads them is not. */
function readerCheckOf({ before, now }: Extract<InputOrigin, { kind: 'other' }>): ReceiptCheck {
  const differences = [
    `digest of the inputs: ${before.inputDigest} then, ${now.inputDigest} now`,
    `reader: ${before.reader} then, ${now.reader} now`,
  ]
  return { against: 'inputs', differences, open: null }
}

function earlierOf({ kind, sinceUnix, untilUnix, reason, body }: Revision): EarlierValue {
  const isReading = kind === 'reading'
  return { kind, sinceUnix, untilUnix, reason, value: isReading ? null : JSON.parse(body) }
}

/** There is no such value of the day. */
class DayNotIndexedError extends BaseError {
  override readonly code = 'day_not_indexed'
  override readonly kind = 'not_found'

  constructor({ vault, chain, day, kind, asOfUnix }: ValueQuery) {
    const then = asOfUnix === null ? '' : ' then'
    super({
      message: `${vault.name} has no ${kind} value of ${day} on ${chain}${then}. "vaultwright index gaps" tells which days are missing and why.`,
      facts: { vault: vault.address, chain, day, kind },
    })
  }
}
