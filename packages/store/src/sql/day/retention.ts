import { sql } from 'kysely'
import type { RetentionLimits, RetentionStore } from '../../record/retention.ts'
import type { StoreEngine } from '../table/engine.ts'

/** Makes the retention's part of a store. */
export function buildRetention(engine: StoreEngine): RetentionStore {
  return {
    prune: async (limits) => ({
      prices: await prunePrices(engine, limits),
      revisions: await pruneRevisions(engine, limits),
    }),
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
