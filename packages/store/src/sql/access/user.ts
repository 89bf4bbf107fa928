import type { Selectable } from 'kysely'
import { sessionIdleSeconds } from '../../access/session.ts'
import { type UserAccess, UserExistsError, type UserStore } from '../../access/user.ts'
import { makeId } from '../../value/key.ts'
import { assertName, isText } from '../../value/text.ts'
import type { UserRow } from '../table/access-table.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { assertAdminLeft, lockAdmins } from './admin-count.ts'
import { writeAct } from './audit.ts'
import { buildIdentities } from './identity.ts'
import { dropInvites } from './invite.ts'
import { endSessions } from './session.ts'
import { assertTenant } from './tenant.ts'
import { lockUser, userOf } from './user-row.ts'

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
        const inserted = await db
          .insertInto('tenant_user')
          .values(row)
          .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (inserted === undefined) throw new UserExistsError(name)
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
        if (row.role === 'admin') await assertAdminLeft(db, { tenantId, userId }, by)
        const changed = { deactivated_at_unix: engine.nowUnix() }
        await updateUser(db, { tenantId, userId }, changed)
        const act = { act: 'user.deactivate', subject: userId, details: { name: row.name } }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        await dropInvites(db, tenantId, userId)
        await endSessions(db, engine, { tenantId, userId, kept: null, by })
        return userOf({ ...row, ...changed })
      }),
    setRole: (tenantId, { userId, role }, by) =>
      engine.write(async (db) => {
        await lockAdmins(db, engine, tenantId)
        const row = await lockUser(db, engine, { tenantId, userId })
        if (row.role === role) return userOf(row)
        const isAdmin = row.role === 'admin' && row.deactivated_at_unix === null
        if (isAdmin) await assertAdminLeft(db, { tenantId, userId }, by)
        const changed = { role }
        await updateUser(db, { tenantId, userId }, changed)
        const details = { name: row.name, before: row.role, role }
        const act = { act: 'user.role', subject: userId, details }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return userOf({ ...row, ...changed })
      }),
    activate: (tenantId, userId, by) =>
      engine.write(async (db) => {
        const row = await lockUser(db, engine, { tenantId, userId })
        if (row.deactivated_at_unix === null) return userOf(row)
        const changed = { deactivated_at_unix: null }
        await updateUser(db, { tenantId, userId }, changed)
        const act = { act: 'user.activate', subject: userId, details: { name: row.name } }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return userOf({ ...row, ...changed })
      }),
    listAccess: (tenantId) => listAccess(engine, tenantId),
    ...buildIdentities(engine),
  }
}

async function updateUser(
  db: Queries,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  changed: Partial<Pick<Selectable<UserRow>, 'role' | 'deactivated_at_unix'>>,
): Promise<void> {
  await db
    .updateTable('tenant_user')
    .set(changed)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .execute()
}

async function listAccess(
  engine: StoreEngine,
  tenantId: string,
): Promise<ReadonlyMap<string, UserAccess>> {
  const now = engine.nowUnix()
  const users = await engine.read
    .selectFrom('tenant_user')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .execute()
  const passkeys = await engine.read
    .selectFrom('passkey')
    .select((on) => ['user_id', on.fn.countAll<bigint>().as('count')])
    .where('tenant_id', '=', tenantId)
    .groupBy('user_id')
    .execute()
  const keys = await engine.read
    .selectFrom('api_key')
    .select((on) => ['user_id', on.fn.countAll<bigint>().as('count')])
    .where('tenant_id', '=', tenantId)
    .where('revoked_at_unix', 'is', null)
    .groupBy('user_id')
    .execute()
  const sessions = await engine.read
    .selectFrom('session')
    .select((on) => [
      'user_id',
      on.fn.countAll<bigint>().as('count'),
      on.fn.max('last_seen_at_unix').as('last'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('expires_at_unix', '>', now)
    .where('last_seen_at_unix', '>', now - sessionIdleSeconds)
    .groupBy('user_id')
    .execute()
  const accessOf = (id: string): UserAccess => {
    const session = sessions.find((row) => row.user_id === id)
    return {
      passkeys: countOf(passkeys, id),
      sessions: Number(session?.count ?? 0n),
      activeKeys: countOf(keys, id),
      lastSeenAtUnix: session?.last ?? null,
    }
  }
  return new Map(users.map(({ id }) => [id, accessOf(id)]))
}

type UserCount = { readonly user_id: string; readonly count: bigint }

function countOf(rows: readonly UserCount[], userId: string): number {
  return Number(rows.find((row) => row.user_id === userId)?.count ?? 0n)
}
