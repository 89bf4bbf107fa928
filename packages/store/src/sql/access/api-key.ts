import type { Selectable } from 'kysely'
import {
  type ApiKey,
  InvalidRateError,
  type KeyDraft,
  KeyNotFoundError,
  type KeyStore,
  maxActiveKeys,
  TooManyKeysError,
} from '../../access/api-key.ts'
import { LastAdminError } from '../../access/user.ts'
import { hashOf, keyPrefix, makeId, makeKey } from '../../value/key.ts'
import { assertName, isText } from '../../value/text.ts'
import type { KeyRow } from '../table/access-table.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { adminsWithout, isByKey, lockAdmins } from './admin-count.ts'
import { writeAct } from './audit.ts'
import { lockActiveUser } from './user-row.ts'

/** Keys as they are administered; who calls with one is another question. */
export type KeyBook = Pick<KeyStore, 'create' | 'list' | 'revoke'>

type SelectedKeyRow = Selectable<KeyRow>

/** Makes the part of a store that makes, lists and revokes keys. */
export function buildKeys(engine: StoreEngine): KeyBook {
  return {
    create: async (tenantId, draft, by) => {
      assertDraft(draft)
      return engine.write(async (db) => {
        const user = await lockActiveUser(db, engine, { tenantId, userId: draft.userId })
        await assertRoom(db, user)
        const text = makeKey()
        const row = await insertKey(db, rowOf(text, draft, { tenantId, nowUnix: engine.nowUnix() }))
        const details = { user: user.id, description: draft.description, prefix: row.prefix }
        const act = { act: 'key.create', subject: row.id, details }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return { key: keyOf(row), text }
      })
    },
    list: async (tenantId) => {
      const rows = await engine.read
        .selectFrom('api_key')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .orderBy('seq', 'desc')
        .execute()
      return rows.map(keyOf)
    },
    revoke: (tenantId, keyId, by) =>
      engine.write(async (db) => {
        if (!isText(keyId)) throw new KeyNotFoundError(keyId)
        await lockAdmins(db, engine, tenantId)
        const row = await db
          .selectFrom('api_key')
          .selectAll()
          .where('tenant_id', '=', tenantId)
          .where('id', '=', keyId)
          .modifyEnd(engine.lock.update)
          .executeTakeFirst()
        if (row === undefined) throw new KeyNotFoundError(keyId)
        if (row.revoked_at_unix !== null) return keyOf(row)
        if (isByKey(by)) await assertAdminKeyLeft(db, tenantId, keyId)
        const changed = { revoked_at_unix: engine.nowUnix() }
        await db.updateTable('api_key').set(changed).where('id', '=', keyId).execute()
        const details = { user: row.user_id, prefix: row.prefix }
        const act = { act: 'key.revoke', subject: keyId, details }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return keyOf({ ...row, ...changed })
      }),
  }
}

/** Counts under the lock of the user's row, so that two who create at once count one after the other. */
async function assertRoom(
  db: Queries,
  user: { readonly tenant_id: string; readonly id: string },
): Promise<void> {
  const active = await db
    .selectFrom('api_key')
    .select((on) => on.fn.countAll<bigint>().as('count'))
    .where('tenant_id', '=', user.tenant_id)
    .where('user_id', '=', user.id)
    .where('revoked_at_unix', 'is', null)
    .executeTakeFirstOrThrow()
  if (active.count >= BigInt(maxActiveKeys)) throw new TooManyKeysError(user.id)
}

/** Keys of others than admins may all go. */
async function assertAdminKeyLeft(db: Queries, tenantId: string, keyId: string): Promise<void> {
  const now = await adminsWithout(db, { tenantId, userId: null, keyId: null })
  const left = await adminsWithout(db, { tenantId, userId: null, keyId })
  if (left.withKey === 0n && now.withKey > 0n) throw new LastAdminError('key')
}

function insertKey(db: Queries, row: Omit<SelectedKeyRow, 'seq'>): Promise<SelectedKeyRow> {
  return db.insertInto('api_key').values(row).returningAll().executeTakeFirstOrThrow()
}

function rowOf(
  text: string,
  draft: KeyDraft,
  { tenantId, nowUnix }: { readonly tenantId: string; readonly nowUnix: bigint },
): Omit<SelectedKeyRow, 'seq'> {
  return {
    id: makeId('key'),
    tenant_id: tenantId,
    user_id: draft.userId,
    hash: hashOf(text),
    description: draft.description,
    prefix: text.slice(0, keyPrefix.length + 4),
    last_four: text.slice(-4),
    rate_per_minute: draft.ratePerMinute === null ? null : BigInt(draft.ratePerMinute),
    created_at_unix: nowUnix,
    last_used_at_unix: null,
    revoked_at_unix: null,
  }
}

function keyOf(row: SelectedKeyRow): ApiKey {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    userId: row.user_id,
    description: row.description,
    prefix: row.prefix,
    lastFour: row.last_four,
    ratePerMinute: row.rate_per_minute === null ? null : Number(row.rate_per_minute),
    createdAtUnix: row.created_at_unix,
    lastUsedAtUnix: row.last_used_at_unix,
    revokedAtUnix: row.revoked_at_unix,
  }
}

function assertDraft({ description, ratePerMinute: rate }: KeyDraft): void {
  assertName('key', description, 0)
  if (rate === null || (Number.isInteger(rate) && rate >= 1 && rate <= 1_000_000)) return
  throw new InvalidRateError(rate)
}
