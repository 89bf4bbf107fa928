import type { Selectable } from 'kysely'
import type { Actor } from '../../access/audit.ts'
import {
  LastAdminError,
  roles,
  type User,
  UserExistsError,
  UserNotFoundError,
  type UserRole,
  type UserStore,
} from '../../access/user.ts'
import { makeId } from '../../value/key.ts'
import { assertName, isText } from '../../value/text.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import type { UserRow } from '../table/table.ts'
import { writeAct } from './audit.ts'
import { assertTenant } from './tenant.ts'

/** Makes the users' part of a store. */
export function buildUsers(engine: StoreEngine): UserStore {
  return {
    create: async (tenantId, { name, role }, by) => {
      assertName('user', name)
      return engine.write(async (db) => {
        await assertTenant(db, tenantId)
        const row: Selectable<UserRow> = {
          tenant_id: tenantId,
          id: makeId('user'),
          name,
          role,
          created_at_unix: engine.nowUnix(),
          deactivated_at_unix: null,
        }
        const made = await db
          .insertInto('tenant_user')
          .values(row)
          .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (made === undefined) throw new UserExistsError(name)
        const act = { act: 'user.create', subject: row.id, details: { name, role } }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return userOf(row)
      })
    },
    find: async (tenantId, idOrName) => {
      if (!isText(idOrName)) return null
      const rows = await engine.read
        .selectFrom('tenant_user')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where((on) => on.or([on('id', '=', idOrName), on('name', '=', idOrName)]))
        .execute()
      const row = rows.find(({ id }) => id === idOrName) ?? rows[0]
      return row === undefined ? null : userOf(row)
    },
    list: async (tenantId) => {
      const rows = await engine.read
        .selectFrom('tenant_user')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .orderBy('name')
        .execute()
      return rows.map(userOf)
    },
    deactivate: (tenantId, userId, by) =>
      engine.write(async (db) => {
        await lockAdmins(db, engine, tenantId)
        const row = await lockUser(db, engine, { tenantId, userId })
        if (row.deactivated_at_unix !== null) return userOf(row)
        if (row.role === 'admin') {
          const others = await adminsWithout(db, { tenantId, userId, keyId: null })
          const isLeft = isByKey(by) ? others.withKey > 0n : others.all > 0n
          if (!isLeft) throw new LastAdminError('user')
        }
        const changed = { deactivated_at_unix: engine.nowUnix() }
        await db
          .updateTable('tenant_user')
          .set(changed)
          .where('tenant_id', '=', tenantId)
          .where('id', '=', userId)
          .execute()
        const act = { act: 'user.deactivate', subject: userId, details: { name: row.name } }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return userOf({ ...row, ...changed })
      }),
  }
}

/** Reads a user, who stays as found until the transaction ends. @throws {UserNotFoundError} */
export async function lockUser(
  db: Queries,
  engine: StoreEngine,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<Selectable<UserRow>> {
  if (!isText(userId)) throw new UserNotFoundError(userId)
  const row = await db
    .selectFrom('tenant_user')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .modifyEnd(engine.lock.update)
    .executeTakeFirst()
  if (row === undefined) throw new UserNotFoundError(userId)
  return row
}

/** @returns a role as it is kept. */
export function roleOf(role: string): UserRole {
  return roles.find((name) => name === role) ?? 'viewer'
}

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
  return { all: all.count, withKey: withKey.count }
}

/** The operator of the database can always make another key; a holder of keys alone cannot. */
export function isByKey(actor: Actor): boolean {
  return actor.startsWith('key:')
}

function userOf(row: Selectable<UserRow>): User {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    role: roleOf(row.role),
    isActive: row.deactivated_at_unix === null,
    createdAtUnix: row.created_at_unix,
    deactivatedAtUnix: row.deactivated_at_unix,
  }
}

/** Active admins of a tenant, and those of them who hold an active key. */
type AdminCount = { readonly all: bigint; readonly withKey: bigint }

/** What is not to count: a user, a key. */
type Without = {
  readonly tenantId: string
  readonly userId: string | null
  readonly keyId: string | null
}
