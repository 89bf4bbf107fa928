import { createHash } from 'node:crypto'
import type { RawReading } from '@vaultwright/indexer'
import type { DayRange, Revision, Store, StoredReading, VaultRef } from '@vaultwright/store'
import type { AnyReceipt } from '@vaultwright/valuation'
import type { ValueQuery } from './stored-value.ts'

/** A value that was computed now from kept readings. */
export type RecomputedValue = {
  /** Of the day itself; null when it was not read. */
  readonly reading: StoredReading | null
  /** Null when there is no reading to compute from. */
  readonly receipt: AnyReceipt | null
  /** The row that would be stored. */
  readonly value: unknown
}

/** Computes a value of a day again from the kept answers of the chain. */
export async function recomputeValue(wanted: ValueQuery): Promise<RecomputedValue> {
  const { vault, chain, day, kind } = wanted
  const readings = await readReadings(wanted)
  const reading = readings.find((one) => one.chain === chain && one.day === day) ?? null
  if (reading === null) return { reading, receipt: null, value: null }
  const indexer = await import('@vaultwright/indexer')
  const { currentFormulas: formulas, daySourceOf, deriveDays, openReadingParser } = indexer
  const parse = openReadingParser()
  const slugs = vault.deployments.map((one) => one.chain)
  const scope = {
    vaultRef: { chain, vault: vault.address },
    otherChains: slugs.filter((one) => one !== chain),
    days: { snapshot: [], daily: [], performance: [], [kind]: [day] },
  }
  const source = daySourceOf(readings, parse)
  const derived = deriveDays(source, scope, formulas)
  const [value] = [...derived.snapshots, ...derived.dailyPoints, ...derived.performances]
  const receipt =
    kind === 'snapshot'
      ? formulas.valueDay(indexer.dayInputsOf(parse(reading).state, scope.otherChains))
      : indexer.receiptAt(kind, { chain, day, otherChains: scope.otherChains }, source)
  return { reading, receipt, value: value?.value ?? null }
}

/** The day, and those before it that any value of it looks at, on all chains of the vault. */
async function readReadings(wanted: ValueQuery): Promise<readonly StoredReading[]> {
  const { store, vault, day, asOfUnix } = wanted
  const { shiftDay } = await import('@vaultwright/valuation')
  const range = { from: shiftDay(day, -7), to: day }
  const query = { tenantId: vault.tenantId, range, asOfUnix }
  const all = await Promise.all(
    vault.deployments.map(({ chain }) =>
      readingsAsOf(store, { chain, vault: vault.address }, query),
    ),
  )
  return all.flat()
}

/** The readings, and their moment; null is now. */
export type ReadingQuery = {
  readonly tenantId: string
  readonly range: DayRange
  readonly asOfUnix: bigint | null
}

/** Reads what was known of the days of a vault at a moment. */
export async function readingsAsOf(
  store: Store,
  place: VaultRef,
  { tenantId, range, asOfUnix }: ReadingQuery,
): Promise<readonly StoredReading[]> {
  const limit = 32
  const { items } = await store.readings.page(
    tenantId,
    { ...place, ...range },
    { after: null, limit },
  )
  if (asOfUnix === null) return items
  const readingsByDay = new Map(items.map((reading) => [reading.day, reading]))
  const revised = (await store.revisions.days(tenantId, place)).map(({ day }) => day)
  const withdrawn = revised.filter(
    (day) => day >= range.from && day <= range.to && !readingsByDay.has(day),
  )
  const then = await Promise.all(
    [...readingsByDay.keys(), ...withdrawn]
      .sort()
      .map(async (day): Promise<readonly StoredReading[]> => {
        const all = await store.revisions.list(tenantId, { ...place, day })
        const readings = all.filter(({ kind }) => kind === 'reading')
        const now = readingsByDay.get(day)
        const since = now === undefined ? null : { sinceUnix: now.readAtUnix }
        const version = versionAt(readings, since, asOfUnix)
        if (version.kind === 'nothing') return []
        if (version.kind === 'now') return now === undefined ? [] : [now]
        return [revivedOf(version.revision)]
      }),
  )
  return then.flat()
}

/** A revision keeps the body of a reading; the body says the rest. */
function revivedOf({ chain, vault, day, number, sinceUnix, body }: Revision): StoredReading {
  const { plan } = JSON.parse(body) as RawReading
  return {
    chain,
    vault,
    day,
    body,
    revision: number,
    readAtUnix: sinceUnix ?? 0n,
    digest: createHash('sha256').update(body).digest('hex').slice(0, 16),
    blockNumber: BigInt(plan.block.number),
    blockHash: plan.block.hash,
    atUnix: BigInt(plan.block.atUnix),
  }
}

/** The value at a moment: a revision, the current one, or none yet. */
export type Version =
  | { readonly kind: 'revision'; readonly revision: Revision }
  | { readonly kind: 'now' }
  | { readonly kind: 'nothing' }

/** When what stands now came, as far as that was noted. */
export type CurrentSince = { readonly sinceUnix: bigint | null }

/** Finds what stood at a moment. */
export function versionAt(
  revisions: readonly Revision[],
  now: CurrentSince | null,
  atUnix: bigint | null,
): Version {
  if (atUnix === null) return { kind: 'now' }
  const revision = revisions.find(({ untilUnix }) => untilUnix > atUnix)
  if (revision !== undefined) {
    const isThere = revision.sinceUnix === null || revision.sinceUnix <= atUnix
    return isThere ? { kind: 'revision', revision } : { kind: 'nothing' }
  }
  if (now === null) return { kind: 'nothing' }
  const since = laterOf(revisions.at(-1)?.untilUnix ?? null, now.sinceUnix)
  return since === null || since <= atUnix ? { kind: 'now' } : { kind: 'nothing' }
}

/** After a day was withdrawn nothing stood until it was read again. */
function laterOf(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
