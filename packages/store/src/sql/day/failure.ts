import type { FailureRef, FailureStore, IndexingFailure } from '../../record/failure.ts'
import { assertDay } from '../../value/day.ts'
import { assertName } from '../../value/text.ts'
import { writeAct } from '../access/audit.ts'
import type { StoreEngine } from '../table/engine.ts'
import type { FailureRow } from '../table/table.ts'
import { assertDeployment, checksummed, vaultKeyOf, vaultRefOf } from '../table/vault-ref.ts'

/** Characters of a message that are kept. */
const messageLimit = 2000

/** Makes the failures' part of a store. */
export function buildFailures(engine: StoreEngine): FailureStore {
  return {
    record: async (tenantId, failure) => {
      const now = engine.nowUnix()
      const changed = {
        code: textOf(failure.code),
        message: textOf(failure.message),
        last_at_unix: now,
        retry_at_unix: failure.retryAtUnix,
      }
      const kind = assertName('kind', failure.kind)
      const day = failure.day === null ? '' : assertDay(failure.day)
      return engine.write(async (db) => {
        const where = { tenantId, vaultRef: failure, lock: 'share' } as const
        const vaultKey = await assertDeployment(db, engine, where)
        const row = await db
          .insertInto('failure')
          .values({ ...vaultKey, kind, day, ...changed, attempts: 1n, first_at_unix: now })
          .onConflict((conflict) =>
            conflict
              .columns(['tenant_id', 'vault', 'chain', 'kind', 'day'])
              .doUpdateSet((on) => ({ ...changed, attempts: on('failure.attempts', '+', 1n) })),
          )
          .returningAll()
          .executeTakeFirstOrThrow()
        return failureOf(row)
      })
    },
    clear: async (tenantId, failure) => {
      const isThere = await failureQuery(tenantId, failure).executeTakeFirst()
      // Work that succeeds at once is the rule: it writes nothing here.
      if (isThere === undefined) return false
      const { kind, day } = failure
      const gone = await engine.write((db) =>
        db
          .deleteFrom('failure')
          .where((on) => on.and({ ...vaultKeyOf(tenantId, failure), kind, day: day ?? '' }))
          .executeTakeFirst(),
      )
      return gone.numDeletedRows > 0n
    },
    repair: async (tenantId, range, by) => {
      const { chain, vault, from, to } = range
      const vaultRef = { chain, vault }
      return engine.write(async (db) => {
        const key = await assertDeployment(db, engine, { tenantId, vaultRef, lock: 'share' })
        let rows = db.deleteFrom('failure').where((on) => on.and(key))
        // Work without a day has the empty text, which comes before every day.
        if (from !== null) {
          rows = rows.where((on) => on.or([on('day', '=', ''), on('day', '>=', from)]))
        }
        if (to !== null) rows = rows.where('day', '<=', to)
        const { numDeletedRows } = await rows.executeTakeFirst()
        const retried = Number(numDeletedRows)
        const details = { chain: key.chain, from, to, retried }
        const act = { act: 'index.repair', subject: checksummed(key.vault), details }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return retried
      })
    },
    list: async (tenantId, vaultRef) => {
      const rows = await engine.read
        .selectFrom('failure')
        .selectAll()
        .where((on) => on.and(vaultKeyOf(tenantId, vaultRef)))
        .orderBy('last_at_unix', 'desc')
        .orderBy('kind')
        .orderBy('day', 'desc')
        .execute()
      return rows.map(failureOf)
    },
  }

  function failureQuery(tenantId: string, failure: FailureRef) {
    const { kind, day } = failure
    return engine.read
      .selectFrom('failure')
      .select('kind')
      .where((on) => on.and({ ...vaultKeyOf(tenantId, failure), kind, day: day ?? '' }))
  }
}

/** Messages come from other systems: one with characters that a database refuses must not hide the failure. */
function textOf(text: string): string {
  return text.slice(0, messageLimit).replace(/[\0\p{Cs}]/gu, '\uFFFD')
}

function failureOf(row: FailureRow): IndexingFailure {
  return {
    ...vaultRefOf(row),
    kind: row.kind,
    day: row.day === '' ? null : row.day,
    state: row.retry_at_unix === null ? 'parked' : 'retrying',
    attempts: Number(row.attempts),
    code: row.code,
    message: row.message,
    firstAtUnix: row.first_at_unix,
    lastAtUnix: row.last_at_unix,
    retryAtUnix: row.retry_at_unix,
  }
}
