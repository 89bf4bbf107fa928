import { timingSafeEqual } from 'node:crypto'
import type { Caller, KeyStore } from '../../access/api-key.ts'
import { hashOf, parseKey } from '../../value/key.ts'
import type { StoreEngine } from '../table/engine.ts'
import { roleOf } from './user.ts'

/** Callers that are remembered while the database stays as it is; wrong keys count. */
const memoryLimit = 10_000

/** A caller, and the hash that was found for the key. */
type CachedCaller = { readonly hash: Uint8Array; readonly caller: Caller }

/**
 * Makes what tells whose key it is.
 *
 * Where the database tells cheaply that it did not change, an answer is given again without asking.
 */
export function buildAuthenticate(engine: StoreEngine): KeyStore['authenticate'] {
  const memory = new Map<string, CachedCaller | null>()
  let remembered: string | null = null
  return async (text) => {
    const hash = hashOf(text)
    const revision = engine.revision()
    if (revision === null) {
      return parseKey(text).ok ? callerOf(await findCaller(engine, hash), hash) : null
    }
    if (revision !== remembered || memory.size >= memoryLimit) memory.clear()
    remembered = revision
    const name = Buffer.from(hash).toString('latin1')
    let known = memory.get(name)
    if (known === undefined) {
      // What cannot be a key is asked of no database, and takes no place in memory.
      if (!parseKey(text).ok) return null
      known = await findCaller(engine, hash)
      // What was read may be older than what another caller noted as the present meanwhile.
      if (remembered === revision) memory.set(name, known)
    }
    return callerOf(known, hash)
  }
}

function callerOf(known: CachedCaller | null, hash: Uint8Array): Caller | null {
  return known !== null && timingSafeEqual(known.hash, hash) ? known.caller : null
}

async function findCaller(engine: StoreEngine, hash: Uint8Array): Promise<CachedCaller | null> {
  const row = await engine.read
    .selectFrom('api_key')
    .innerJoin('tenant_user', (join) =>
      join
        .onRef('tenant_user.tenant_id', '=', 'api_key.tenant_id')
        .onRef('tenant_user.id', '=', 'api_key.user_id'),
    )
    .innerJoin('tenant', 'tenant.id', 'api_key.tenant_id')
    .select(['api_key.id', 'api_key.tenant_id', 'api_key.user_id', 'api_key.hash'])
    .select(['api_key.rate_per_minute', 'tenant.name as tenant_name', 'tenant_user.role'])
    .where('api_key.hash', '=', hash)
    .where('api_key.revoked_at_unix', 'is', null)
    .where('tenant_user.deactivated_at_unix', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const caller: Caller = {
    keyId: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    userId: row.user_id,
    role: roleOf(row.role),
    ratePerMinute: row.rate_per_minute === null ? null : Number(row.rate_per_minute),
  }
  return { hash: row.hash, caller }
}
