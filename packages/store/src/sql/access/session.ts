import type { Selectable } from 'kysely'
import type { Actor } from '../../access/audit.ts'
import {
  type SessionCaller,
  SessionNotFoundError,
  type SessionOrigin,
  type SessionStore,
  type StoredSession,
  sessionIdleSeconds,
  sessionSeconds,
} from '../../access/session.ts'
import { hashOf, isSecret, makeId, makeSecret } from '../../value/key.ts'
import type { SessionRow, UserRow } from '../table/access-table.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import { writeAct } from './audit.ts'
import { notePasskeyUse } from './passkey.ts'
import { lockActiveUser, roleOf } from './user-row.ts'

/** Seconds after which a use is written again. */
const noteSeconds = 60n

/** Makes the sessions' part of a store. */
export function buildSessions(engine: StoreEngine): SessionStore {
  const callerRows = prepareCallerRows(engine)
  return {
    begin: (tenantId, { userId, passkey, ...origin }) =>
      engine.write(async (db) => {
        const user = await lockActiveUser(db, engine, { tenantId, userId })
        if (passkey !== null) await notePasskeyUse(db, engine, { tenantId, ...passkey })
        return insertSession(db, engine, {
          user,
          origin,
          by: passkey === null ? 'provider' : 'passkey',
        })
      }),
    authenticate: (secret) => authenticate(engine, callerRows, secret),
    prove: (tenantId, { userId, sessionId, passkey }) =>
      engine.writeQuietly(async (db) => {
        const provedAt = engine.nowUnix()
        await notePasskeyUse(db, engine, { tenantId, ...passkey })
        const row = await db
          .updateTable('session')
          .set({ proved_at_unix: provedAt })
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', userId)
          .where('id', '=', sessionId)
          .returning('id')
          .executeTakeFirst()
        if (row === undefined) throw new SessionNotFoundError(sessionId)
        return provedAt
      }),
    list: async (tenantId, userId) => {
      const now = engine.nowUnix()
      const rows = await engine.read
        .selectFrom('session')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .where('expires_at_unix', '>', now)
        .where('last_seen_at_unix', '>', now - sessionIdleSeconds)
        .orderBy('last_seen_at_unix', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(sessionOf)
    },
    end: (tenantId, { userId, sessionId }, by) =>
      engine.write(async (db) => {
        const row = await db
          .deleteFrom('session')
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', userId)
          .where('id', '=', sessionId)
          .returning('id')
          .executeTakeFirst()
        if (row === undefined) throw new SessionNotFoundError(sessionId)
        const act = { act: 'session.end', subject: sessionId, details: { user: userId } }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
      }),
    endOthers: (tenantId, which, by) =>
      engine.write((db) => {
        const { userId, sessionId } = which
        return endSessions(db, engine, { tenantId, userId, kept: sessionId, by })
      }),
  }
}

/** The user whose sessions end, all but one. */
type SessionEnd = {
  readonly tenantId: string
  readonly userId: string
  readonly kept: string | null
  readonly by: Actor
}

/** Ends the sessions of a user. @returns how many. */
export async function endSessions(
  db: Queries,
  engine: StoreEngine,
  { tenantId, userId, kept: keptSession, by }: SessionEnd,
): Promise<number> {
  const rows = await db
    .deleteFrom('session')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .$if(keptSession !== null, (query) => query.where('id', '!=', keptSession!))
    .returning('id')
    .execute()
  if (rows.length === 0) return 0
  const details = { user: userId, sessions: rows.length }
  const act = { act: 'session.end', subject: userId, details }
  await writeAct(db, engine, { ...act, tenantId, actor: by })
  return rows.length
}

/** A session that is to be written, and by what its user was proved. */
type SessionInsert = {
  readonly user: Selectable<UserRow>
  readonly origin: SessionOrigin
  readonly by: 'passkey' | 'provider' | 'invite'
}

/** Writes a session with a new secret, and ends the one that the browser had. */
export async function insertSession(
  db: Queries,
  engine: StoreEngine,
  { user, origin, by }: SessionInsert,
): Promise<{ readonly secret: string; readonly caller: SessionCaller }> {
  const now = engine.nowUnix()
  const secret = makeSecret()
  await db.deleteFrom('session').where('expires_at_unix', '<=', now).execute()
  if (origin.replaced !== null && isSecret(origin.replaced)) {
    await db.deleteFrom('session').where('hash', '=', hashOf(origin.replaced)).execute()
  }
  const row: Selectable<SessionRow> = {
    tenant_id: user.tenant_id,
    id: makeId('session'),
    user_id: user.id,
    hash: hashOf(secret),
    created_at_unix: now,
    proved_at_unix: now,
    last_seen_at_unix: now,
    expires_at_unix: now + sessionSeconds,
    user_agent: lineOf(origin.userAgent),
    address: lineOf(origin.address),
  }
  await db.insertInto('session').values(row).execute()
  const details = { user: user.id, by, address: row.address, user_agent: row.user_agent }
  const act = { act: 'session.begin', subject: row.id, details }
  await writeAct(db, engine, { ...act, tenantId: user.tenant_id, actor: `user:${user.id}` })
  const { name } = await db
    .selectFrom('tenant')
    .select('name')
    .where('id', '=', user.tenant_id)
    .executeTakeFirstOrThrow()
  return { secret, caller: callerOf({ ...row, ...userOf(user), tenant_name: name }) }
}

/** The key of a session, and the time since which it must have been used. */
type SessionKey = {
  readonly hash: Uint8Array
  readonly now: bigint
  readonly seenAfter: bigint
}

function prepareCallerRows(engine: StoreEngine) {
  return prepare(engine, (key: SessionKey) =>
    engine.read
      .selectFrom('session')
      .innerJoin('tenant_user', (join) =>
        join
          .onRef('tenant_user.tenant_id', '=', 'session.tenant_id')
          .onRef('tenant_user.id', '=', 'session.user_id'),
      )
      .innerJoin('tenant', 'tenant.id', 'session.tenant_id')
      .selectAll('session')
      .select(['tenant.name as tenant_name', 'tenant_user.name as user_name', 'tenant_user.role'])
      .where('session.hash', '=', key.hash)
      .where('session.expires_at_unix', '>', key.now)
      .where('session.last_seen_at_unix', '>', key.seenAfter)
      .where('tenant_user.deactivated_at_unix', 'is', null),
  )
}

async function authenticate(
  engine: StoreEngine,
  callerRows: ReturnType<typeof prepareCallerRows>,
  secret: string,
): Promise<SessionCaller | null> {
  if (!isSecret(secret)) return null
  const now = engine.nowUnix()
  const seenAfter = now - sessionIdleSeconds
  const [row] = await callerRows({ hash: hashOf(secret), now, seenAfter })
  if (row === undefined) return null
  if (now - row.last_seen_at_unix >= noteSeconds) {
    await engine.writeQuietly((db) =>
      db
        .updateTable('session')
        .set({ last_seen_at_unix: now })
        .where('id', '=', row.id)
        .where('last_seen_at_unix', '<', now)
        .execute(),
    )
  }
  return callerOf(row)
}

/** A session with what its user has now. */
type CallerRow = Pick<
  Selectable<SessionRow>,
  'id' | 'tenant_id' | 'user_id' | 'proved_at_unix' | 'expires_at_unix'
> & { readonly tenant_name: string; readonly user_name: string; readonly role: string }

function callerOf(row: CallerRow): SessionCaller {
  return {
    sessionId: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    userId: row.user_id,
    userName: row.user_name,
    role: roleOf(row.role),
    provedAtUnix: row.proved_at_unix,
    expiresAtUnix: row.expires_at_unix,
  }
}

function userOf({ name, role }: Selectable<UserRow>) {
  return { user_name: name, role }
}

/** A text of a header as one line. */
function lineOf(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, ' ').slice(0, 300)
}

function sessionOf(row: Selectable<SessionRow>): StoredSession {
  return {
    id: row.id,
    createdAtUnix: row.created_at_unix,
    provedAtUnix: row.proved_at_unix,
    lastSeenAtUnix: row.last_seen_at_unix,
    expiresAtUnix: row.expires_at_unix,
    userAgent: row.user_agent,
    address: row.address,
  }
}
