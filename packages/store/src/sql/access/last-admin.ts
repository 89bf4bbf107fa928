import type { Actor } from '../../access/actor.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'

/** Active admins of a tenant, and those of them who hold an active key. */
export type AdminCount = { readonly all: bigint; readonly withKey: bigint }

/**
 * Lets whoever takes rights from the admins of a tenant do so one after the other: each counts what the one
 * before it left.
 */
export async function lockAdmins(
  db: Queries,
  engine: StoreEngine,
  tenantId: string,
): Promise<void> {
  await db
    .selectFrom('tenant')
    .select('id')
    .where('id', '=', tenantId)
    .modifyEnd(engine.lock.turn)
    .execute()
}

/** What is not to count: a user, a key. */
export type Without = {
  readonly tenantId: string
  readonly userId: string | null
  readonly keyId: string | null
}

/** Counts the active admins who are left without a user, or without a key. */
export async function adminsWithout(
  db: Queries,
  { tenantId, userId, keyId }: Without,
): Promise<AdminCount> {
  const admins = db
    .selectFrom('tenant_user')
    .where('tenant_user.tenant_id', '=', tenantId)
    .where('tenant_user.role', '=', 'admin')
    .where('tenant_user.deactivated_at_unix', 'is', null)
    .$if(userId !== null, (query) => query.where('tenant_user.id', '!=', userId))
  const all = await admins
    .select((on) => on.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  const withKey = await admins
    .innerJoin('api_key', (join) =>
      join
        .onRef('api_key.tenant_id', '=', 'tenant_user.tenant_id')
        .onRef('api_key.user_id', '=', 'tenant_user.id'),
    )
    .where('api_key.revoked_at_unix', 'is', null)
    .$if(keyId !== null, (query) => query.where('api_key.id', '!=', keyId))
    .select((on) => on.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return { all: all.count, withKey: withKey.count }
}

/** The operator of the database can always make another key; a holder of keys alone cannot. */
export function isByKey(actor: Actor): boolean {
  return actor.startsWith('key:')
}
