import { printCanonical } from '@vaultwright/chain'
import type { ReadingMark, Revision, Store, Vault, VaultRef } from '@vaultwright/store'
import {
  type DailyReceipt,
  type DayReceipt,
  type PerformanceReceipt,
  recompute,
  UnknownFormulaError,
  valueDay,
} from '@vaultwright/valuation'
import { parseRawReading, type RawReading } from '../reading/raw-reading.ts'
import { vaultStateOf } from '../reading/vault-state.ts'
import { openReceiptReader, type WholeReceipt } from './receipt-reader.ts'
import { dayInputsOf } from './slim-receipt.ts'

/** A receipt as it is kept, and whether its inputs still make its result. */
export type CheckedReceipt<Kept> = {
  readonly receipt: Kept
  /** Null when its formula is not of this version. */
  readonly isSound: boolean | null
}

/** The origin of every number of a day. */
export type ExplainedDay = VaultRef & {
  readonly day: string
  /** Null when the day was not read. */
  readonly reading: { readonly mark: ReadingMark; readonly raw: RawReading } | null
  /** Computed now from the reading, as this version does. */
  readonly value: DayReceipt | null
  readonly daily: CheckedReceipt<DailyReceipt> | null
  readonly performance: CheckedReceipt<PerformanceReceipt> | null
  /** The earlier values of the day, oldest first within its kind. */
  readonly revisions: readonly Revision[]
}

/** A day of a vault of a tenant. */
export type ExplainQuery = VaultRef & { readonly tenantId: string; readonly day: string }

/**
 * Explains a day: what was read, what was computed from it, and what stood there before.
 *
 * @throws {RawReadingError} when what is kept is damaged.
 */
export async function explainDay(
  store: Store,
  { tenantId, chain, vault, day }: ExplainQuery,
): Promise<ExplainedDay> {
  const vaultRef = { chain, vault }
  const receiptOf = openReceiptReader(store, tenantId)
  const [stored, snapshot, daily, performance, revisions] = await Promise.all([
    store.vaults.find(tenantId, vaultRef),
    store.readings.find(tenantId, vaultRef, day),
    receiptOf({ ...vaultRef, day }, 'daily'),
    receiptOf({ ...vaultRef, day }, 'performance'),
    store.revisions.list(tenantId, { ...vaultRef, day }),
  ])
  const reading = snapshot === null ? null : readingOf(snapshot)
  return {
    ...vaultRef,
    day,
    reading,
    revisions,
    value:
      reading === null
        ? null
        : valueDay(dayInputsOf(vaultStateOf(reading.raw), otherChainsOf(stored, chain))),
    daily: checked<DailyReceipt>(daily),
    performance: checked<PerformanceReceipt>(performance),
  }
}

function otherChainsOf(vault: Vault | null, chain: string): readonly string[] {
  const chains = vault?.deployments.map((deployment) => deployment.chain) ?? []
  return chains.filter((other) => other !== chain)
}

function readingOf({ body, ...mark }: ReadingMark & { readonly body: string }) {
  return { mark, raw: parseRawReading(body) }
}

function checked<Kept extends DailyReceipt | PerformanceReceipt>(
  whole: WholeReceipt | null,
): CheckedReceipt<Kept> | null {
  if (whole === null || whole.receipt === null) return null
  const receipt = whole.receipt as Kept
  try {
    const again = printCanonical(recompute(receipt))
    return { receipt, isSound: again === printCanonical(receipt) }
  } catch (error) {
    if (!(error instanceof UnknownFormulaError)) throw error
    return { receipt, isSound: null }
  }
}
