import type { Selectable } from 'kysely'
import {
  InviteExpiredError,
  InviteNotFoundError,
  type InviteStore,
  InviteUsedError,
  type OpenInvite,
} from '../../access/invite.ts'
import { hashOf, isSecret, makeId, makeSecret } from '../../value/key.ts'
import type { InviteRow } from '../table/access-table.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { writeAct } from './audit.ts'
import { insertPasskey } from './passkey.ts'
import { endSessions, insertSession } from './session.ts'
import { lockActiveUser, roleOf } from './user-row.ts'

/** Makes the invitations' part of a store. */
export function buildInvites(engine: StoreEngine): InviteStore {
  return {
    create: (tenantId, { userId, hours }, by) =>
      engine.write(async (db) => {
        const user = await lockActiveUser(db, engine, { tenantId, userId })
        const now = engine.nowUnix()
        const secret = makeSecret()
        await dropInvites(db, tenantId, user.id)
        const row = {
          tenant_id: tenantId,
          id: makeId('invite'),
          user_id: user.id,
          hash: hashOf(secret),
          created_at_unix: now,
          expires_at_unix: now + BigInt(hours) * 3600n,
          used_at_unix: null,
        }
        await db.insertInto('invite').values(row).execute()
        const act = { act: 'user.invite', subject: user.id, details: { name: user.name, hours } }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return { secret, userId: user.id, expiresAtUnix: row.expires_at_unix }
      }),
    open: async (secret) => {
      const row = await readInvite(engine.read, secret)
      assertOpen(row, engine.nowUnix())
      return viewOf(engine.read, row)
    },
    accept: ({ secret, passkey, origin }) =>
      engine.write(async (db) => {
        const invite = await readInvite(db, secret)
        const { tenant_id: tenantId, user_id: userId } = invite
        const user = await lockActiveUser(db, engine, { tenantId, userId })
        // Read again under the lock of the user's row: of two answers only one finds it open.
        assertOpen(await readInvite(db, secret), engine.nowUnix())
        await db
          .updateTable('invite')
          .set({ used_at_unix: engine.nowUnix() })
          .where('id', '=', invite.id)
          .execute()
        const by = `user:${userId}` as const
        const removed = await db
          .deleteFrom('passkey')
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', userId)
          .returning('id')
          .execute()
        await endSessions(db, engine, { tenantId, userId, kept: null, by })
        const insert = { tenantId, userId, draft: passkey, by, replaced: removed.length }
        await insertPasskey(db, engine, insert)
        return insertSession(db, engine, { user, origin, by: 'invite' })
      }),
  }
}

/** Drops the invitations of a user that were not used. */
export async function dropInvites(db: Queries, tenantId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('invite')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('used_at_unix', 'is', null)
    .execute()
}

async function readInvite(db: Queries, secret: string): Promise<Selectable<InviteRow>> {
  if (!isSecret(secret)) throw new InviteNotFoundError()
  const row = await db
    .selectFrom('invite')
    .selectAll()
    .where('hash', '=', hashOf(secret))
    .executeTakeFirst()
  if (row === undefined) throw new InviteNotFoundError()
  return row
}

function assertOpen(row: Selectable<InviteRow>, nowUnix: bigint): void {
  if (row.used_at_unix !== null) throw new InviteUsedError()
  if (row.expires_at_unix <= nowUnix) throw new InviteExpiredError()
}

async function viewOf(db: Queries, row: Selectable<InviteRow>): Promise<OpenInvite> {
  const user = await db
    .selectFrom('tenant_user')
    .innerJoin('tenant', 'tenant.id', 'tenant_user.tenant_id')
    .select(['tenant_user.name', 'tenant_user.role', 'tenant.name as tenant_name'])
    .where('tenant_user.tenant_id', '=', row.tenant_id)
    .where('tenant_user.id', '=', row.user_id)
    .where('tenant_user.deactivated_at_unix', 'is', null)
    .executeTakeFirst()
  if (user === undefined) throw new InviteNotFoundError()
  const { count } = await db
    .selectFrom('passkey')
    .select((on) => on.fn.countAll<bigint>().as('count'))
    .where('tenant_id', '=', row.tenant_id)
    .where('user_id', '=', row.user_id)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    tenantId: row.tenant_id,
    tenantName: user.tenant_name,
    userId: row.user_id,
    userName: user.name,
    role: roleOf(user.role),
    expiresAtUnix: row.expires_at_unix,
    passkeys: Number(count),
  }
}
