import { sql } from 'kysely'
import type {
  RetentionLimits,
  RetentionStore,
  Revision,
  RevisionStore,
} from '../../record/revision.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { unpackText } from '../table/pack.ts'
import type { RevisionRow, VaultKeyColumns } from '../table/table.ts'
import { vaultKeyOf, vaultRefOf } from '../table/vault-ref.ts'

/** Makes the revisions' part of a store. */
export function buildRevisions(engine: StoreEngine): RevisionStore {
  return {
    list: async (tenantId, vaultRef) => {
      const rows = await engine.read
        .selectFrom('revision')
        .selectAll()
        .where((on) => on.and({ ...vaultKeyOf(tenantId, vaultRef), day: vaultRef.day }))
        .orderBy('kind')
        .orderBy('number')
        .execute()
      return rows.map(revisionOf)
    },
    days: async (tenantId, vaultRef) => {
      const rows = await engine.read
        .selectFrom('revision')
        .select((on) => ['day', on.fn.countAll<bigint>().as('revisions')])
        .where((on) => on.and(vaultKeyOf(tenantId, vaultRef)))
        .groupBy('day')
        .orderBy('day')
        .execute()
      return rows.map(({ day, revisions }) => ({ day, revisions: Number(revisions) }))
    },
  }
}

/** Tells how revisions of days count on. */
export async function nextNumbers(
  db: Queries,
  vaultKey: VaultKeyColumns,
  { kind, days }: { readonly kind: Revision['kind']; readonly days: readonly string[] },
): Promise<ReadonlyMap<string, bigint>> {
  const inOrder = days.toSorted()
  const rows = await db
    .selectFrom('revision')
    .select((on) => ['day', on.fn.max('number').as('last')])
    .where((on) => on.and({ ...vaultKey, kind }))
    .where('day', '>=', inOrder[0] ?? '')
    .where('day', '<=', inOrder.at(-1) ?? '')
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, last }) => [day, BigInt(last) + 1n]))
}

/** Makes the retention's part of a store. */
export function buildRetention(engine: StoreEngine): RetentionStore {
  return {
    prune: async (limits) => ({
      prices: await prunePrices(engine, limits),
      revisions: await pruneRevisions(engine, limits),
    }),
  }
}

const kinds = ['reading', 'snapshot', 'daily', 'performance'] as const

function revisionOf(row: RevisionRow): Revision {
  return {
    ...vaultRefOf(row),
    day: row.day,
    kind: kinds.find((kind) => kind === row.kind) ?? 'reading',
    number: Number(row.number),
    sinceUnix: row.since_unix,
    untilUnix: row.until_unix,
    reason: row.reason,
    body: unpackText(row.body),
    receipt: row.receipt === null ? null : unpackText(row.receipt),
  }
}

async function prunePrices(engine: StoreEngine, limits: RetentionLimits): Promise<number> {
  const { pricesUnix, limit } = limits
  if (pricesUnix === null) return 0
  const gone = await engine.write((db) =>
    sql`delete from usd_price where (tenant_id, chain, asset, at_unix) in (
      select p.tenant_id, p.chain, p.asset, p.at_unix from usd_price as p
      where p.at_unix < ${pricesUnix} and exists (
        select 1 from usd_price as q where q.tenant_id = p.tenant_id and q.chain = p.chain
          and q.asset = p.asset and q.at_unix > p.at_unix)
      order by p.at_unix limit ${BigInt(limit)})`.execute(db),
  )
  return Number(gone.numAffectedRows ?? 0n)
}

async function pruneRevisions(engine: StoreEngine, limits: RetentionLimits): Promise<number> {
  const { revisionsUnix, limit } = limits
  if (revisionsUnix === null) return 0
  const gone = await engine.write((db) =>
    sql`delete from revision where (tenant_id, vault, chain, day, kind, number) in (
      select tenant_id, vault, chain, day, kind, number from revision
      where until_unix < ${revisionsUnix} order by until_unix limit ${BigInt(limit)})`.execute(db),
  )
  return Number(gone.numAffectedRows ?? 0n)
}
