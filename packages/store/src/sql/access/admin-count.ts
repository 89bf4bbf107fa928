import type { Actor } from '../../access/audit.ts'
import { LastAdminError } from '../../access/user.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'

/**
 * Serialises acts that take rights from the admins of a tenant: each counts the admins that the one before
 * it left.
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
  const withAccess = await admins
    .where((on) =>
      on.or(
        (['passkey', 'session'] as const).map((table) =>
          on.exists(
            on
              .selectFrom(table)
              .select(`${table}.id`)
              .whereRef(`${table}.tenant_id`, '=', 'tenant_user.tenant_id')
              .whereRef(`${table}.user_id`, '=', 'tenant_user.id'),
          ),
        ),
      ),
    )
    .select((on) => on.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return { all: all.count, withKey: withKey.count, withAccess: withAccess.count }
}

/** Refuses to take an admin away when no other could act in the admin's place. @throws {LastAdminError} */
export async function assertAdminLeft(
  db: Queries,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  by: Actor,
): Promise<void> {
  const remaining = await adminsWithout(db, { tenantId, userId, keyId: null })
  const left = isByKey(by)
    ? remaining.withKey
    : by.startsWith('user:')
      ? remaining.withKey + remaining.withAccess
      : remaining.all
  if (left === 0n) throw new LastAdminError('user')
}

/** The operator of the database can always make another key; a holder of keys alone cannot. */
export function isByKey(actor: Actor): boolean {
  return actor.startsWith('key:')
}

/** Active admins of a tenant, and those of them who hold an active key, a passkey or a session. */
type AdminCount = {
  readonly all: bigint
  readonly withKey: bigint
  readonly withAccess: bigint
}

/** The exceptions from a count: a user, a key. */
type Without = {
  readonly tenantId: string
  readonly userId: string | null
  readonly keyId: string | null
}
