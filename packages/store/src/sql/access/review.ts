import { ReviewMovedError, type ReviewRef, type ReviewStore } from '../../access/review.ts'
import { assertText } from '../../value/text.ts'
import type { ReviewEntryRow } from '../table/access-table.ts'
import type { StoreEngine } from '../table/engine.ts'
import { writeAct } from './audit.ts'
import { notePasskeyUse } from './passkey.ts'
import { assertTenant } from './tenant.ts'
import { lockActiveUser } from './user-row.ts'

/** Makes the reviews' part of a store. */
export function buildReviews(engine: StoreEngine): ReviewStore {
  return {
    entries: async (tenantId, subject) => {
      const rows = await engine.read
        .selectFrom('review_entry')
        .select('body')
        .where((on) => on.and(keyOf(tenantId, subject)))
        .orderBy('number')
        .execute()
      return rows.map(({ body }) => body)
    },
    add: (tenantId, subject, { userId, passkey, act, ...entry }) =>
      engine.write(async (db) => {
        await lockActiveUser(db, engine, { tenantId, userId })
        await notePasskeyUse(db, engine, { tenantId, ...passkey })
        const key = keyOf(tenantId, subject)
        const last = await db
          .selectFrom('review_entry')
          .select(['number', 'entry_hash'])
          .where((on) => on.and(key))
          .orderBy('number', 'desc')
          .limit(1)
          .executeTakeFirst()
        const isNext = BigInt(entry.number) === (last?.number ?? 0n) + 1n
        const isAfter = last === undefined || last.entry_hash === entry.previousHash
        if (!isNext || !isAfter) throw new ReviewMovedError(subject)
        const row: ReviewEntryRow = {
          ...key,
          number: BigInt(entry.number),
          user_id: userId,
          entry_hash: entry.entryHash,
          body: assertText('body', entry.body),
          created_at_unix: engine.nowUnix(),
        }
        const inserted = await db
          .insertInto('review_entry')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning('number')
          .executeTakeFirst()
        if (inserted === undefined) throw new ReviewMovedError(subject)
        const details = { kind: subject.kind, act, number: entry.number }
        const written = { act: 'review.add', subject: key.hash, details }
        await writeAct(db, engine, { ...written, tenantId, actor: `user:${userId}` })
      }),
    required: async (tenantId) => {
      const row = await engine.read
        .selectFrom('review_rule')
        .select('required')
        .where('tenant_id', '=', tenantId)
        .executeTakeFirst()
      return Number(row?.required ?? 0n)
    },
    setRequired: (tenantId, required, by) =>
      engine.write(async (db) => {
        await assertTenant(db, tenantId)
        const row = { tenant_id: tenantId, required: BigInt(required) }
        await db
          .insertInto('review_rule')
          .values(row)
          .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
          .execute()
        const act = { act: 'review.require', subject: tenantId, details: { required } }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
      }),
  }
}

function keyOf(tenantId: string, { kind, hash }: ReviewRef) {
  return { tenant_id: tenantId, kind, hash: hash.toLowerCase() }
}
