import type { Selectable } from 'kysely'
import type { Actor } from '../../access/audit.ts'
import {
  LastPasskeyError,
  maxPasskeys,
  type Passkey,
  type PasskeyDraft,
  PasskeyExistsError,
  PasskeyNotFoundError,
  type PasskeyStore,
  TooManyPasskeysError,
} from '../../access/passkey.ts'
import { makeId } from '../../value/key.ts'
import { assertName, isText } from '../../value/text.ts'
import type { PasskeyRow } from '../table/access-table.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { writeAct } from './audit.ts'
import { lockActiveUser, lockUser, roleOf } from './user-row.ts'

/** Makes the passkeys' part of a store. */
export function buildPasskeys(engine: StoreEngine): PasskeyStore {
  return {
    list: (tenantId, userId) => listPasskeys(engine.read, tenantId, userId),
    find: async (credentialId) => {
      if (!isText(credentialId)) return null
      const row = await engine.read
        .selectFrom('passkey')
        .innerJoin('tenant_user', (join) =>
          join
            .onRef('tenant_user.tenant_id', '=', 'passkey.tenant_id')
            .onRef('tenant_user.id', '=', 'passkey.user_id'),
        )
        .innerJoin('tenant', 'tenant.id', 'passkey.tenant_id')
        .selectAll('passkey')
        .select(['tenant.name as tenant_name', 'tenant_user.name as user_name', 'tenant_user.role'])
        .where('passkey.credential_id', '=', credentialId)
        .where('tenant_user.deactivated_at_unix', 'is', null)
        .executeTakeFirst()
      if (row === undefined) return null
      const { tenant_name: tenantName, user_name: userName } = row
      return { passkey: passkeyOf(row), tenantName, userName, role: roleOf(row.role) }
    },
    add: (tenantId, { userId, ...draft }, by) =>
      engine.write(async (db) => {
        await lockActiveUser(db, engine, { tenantId, userId })
        const passkeys = await listPasskeys(db, tenantId, userId)
        if (passkeys.length >= maxPasskeys) throw new TooManyPasskeysError()
        return insertPasskey(db, engine, { tenantId, userId, draft, by, replaced: 0 })
      }),
    remove: (tenantId, { userId, passkeyId }, by) =>
      engine.write(async (db) => {
        await lockUser(db, engine, { tenantId, userId })
        const passkeys = await listPasskeys(db, tenantId, userId)
        const passkey = passkeys.find(({ id }) => id === passkeyId)
        if (passkey === undefined) throw new PasskeyNotFoundError(passkeyId)
        if (passkeys.length === 1) throw new LastPasskeyError()
        await db.deleteFrom('passkey').where('id', '=', passkeyId).execute()
        const details = { user: userId, name: passkey.name }
        const act = { act: 'passkey.remove', subject: passkeyId, details }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return passkey
      }),
  }
}

/** A passkey that is to be written, and the act that goes with it. */
export type PasskeyInsert = {
  readonly tenantId: string
  readonly userId: string
  readonly draft: PasskeyDraft
  readonly by: Actor
  /** The number of the user's passkeys it takes the place of. */
  readonly replaced: number
}

/** Writes a passkey. @throws {PasskeyExistsError} {InvalidNameError} */
export async function insertPasskey(
  db: Queries,
  engine: StoreEngine,
  { tenantId, userId, draft, by, replaced }: PasskeyInsert,
): Promise<Passkey> {
  const name = assertName('passkey', draft.name)
  const row: Selectable<PasskeyRow> = {
    tenant_id: tenantId,
    id: makeId('passkey'),
    user_id: userId,
    credential_id: draft.credentialId,
    public_key: draft.publicKey,
    counter: draft.counter,
    transports: JSON.stringify(draft.transports),
    is_synced: draft.isSynced ? 1n : 0n,
    name,
    created_at_unix: engine.nowUnix(),
    last_used_at_unix: null,
  }
  const inserted = await db
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) throw new PasskeyExistsError()
  const details = { user: userId, name, ...(replaced === 0 ? {} : { replaced }) }
  const act = { act: 'passkey.add', subject: row.id, details }
  await writeAct(db, engine, { ...act, tenantId, actor: by })
  return passkeyOf(row)
}

/** Notes that a passkey proved its user. @throws {PasskeyNotFoundError} when it was removed meanwhile. */
export async function notePasskeyUse(
  db: Queries,
  engine: StoreEngine,
  use: { readonly tenantId: string; readonly id: string; readonly counter: bigint },
): Promise<void> {
  const row = await db
    .updateTable('passkey')
    .set({ counter: use.counter, last_used_at_unix: engine.nowUnix() })
    .where('tenant_id', '=', use.tenantId)
    .where('id', '=', use.id)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new PasskeyNotFoundError(use.id)
}

async function listPasskeys(
  db: Queries,
  tenantId: string,
  userId: string,
): Promise<readonly Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .orderBy('created_at_unix')
    .orderBy('id')
    .execute()
  return rows.map(passkeyOf)
}

function passkeyOf(row: Selectable<PasskeyRow>): Passkey {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    userId: row.user_id,
    credentialId: row.credential_id,
    publicKey: new Uint8Array(row.public_key),
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
    isSynced: row.is_synced === 1n,
    name: row.name,
    createdAtUnix: row.created_at_unix,
    lastUsedAtUnix: row.last_used_at_unix,
  }
}
