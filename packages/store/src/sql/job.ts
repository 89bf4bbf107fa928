import type { Selectable } from 'kysely'
import type { Job, JobStore } from '../job.ts'
import { assertText } from '../text.ts'
import type { Engine } from './engine.ts'
import type { JobRow } from './table.ts'

type Row = Selectable<JobRow>
type Held = Pick<Job, 'kind' | 'key' | 'attempts'>

/** Makes the books of jobs. */
export function buildJobs(engine: Engine): JobStore {
  return {
    add: async ({ kind, key, payload, runAtUnix }) => {
      const row = {
        ...{ kind: assertText('kind', kind), key: assertText('key', key) },
        ...{ payload: assertText('payload', payload), state: 'waiting', attempts: 0n },
        ...{ run_at_unix: runAtUnix, ready_at_unix: runAtUnix, lease_until_unix: null },
        ...{ created_at_unix: engine.nowUnix(), last_error: null, finished_at_unix: null },
      }
      const made = await engine.write((db) =>
        db
          .insertInto('job')
          .values(row)
          .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
          .returning('seq')
          .executeTakeFirst(),
      )
      return made !== undefined
    },
    claim: (kind, leaseSeconds) =>
      engine.write(async (db) => {
        const nowUnix = engine.nowUnix()
        const next = await db
          .selectFrom('job')
          .select(['seq', 'attempts'])
          .where('kind', '=', kind)
          .where('ready_at_unix', '<=', nowUnix)
          .orderBy('ready_at_unix')
          .orderBy('seq')
          .limit(1n)
          .modifyEnd(engine.lock.next)
          .executeTakeFirst()
        if (next === undefined) return null
        const leaseUntil = nowUnix + leaseSeconds
        const row = await db
          .updateTable('job')
          .set({ state: 'active', attempts: next.attempts + 1n })
          .set({ lease_until_unix: leaseUntil, ready_at_unix: leaseUntil })
          .where('seq', '=', next.seq)
          .returningAll()
          .executeTakeFirstOrThrow()
        return jobOf(row)
      }),
    finish: (job) =>
      release(engine, job, { ...closed, state: 'done', finished_at_unix: engine.nowUnix() }),
    fail: async (job, { error, retryAtUnix }) => {
      const last_error = assertText('error', error)
      if (retryAtUnix === null) {
        const finished_at_unix = engine.nowUnix()
        return release(engine, job, { ...closed, state: 'parked', last_error, finished_at_unix })
      }
      const again = { run_at_unix: retryAtUnix, ready_at_unix: retryAtUnix }
      return release(engine, job, { ...closed, ...again, state: 'waiting', last_error })
    },
    list: async (kind, limit) => {
      const rows = await engine.read
        .selectFrom('job')
        .selectAll()
        .where('kind', '=', kind)
        .orderBy('seq', 'desc')
        .limit(BigInt(limit))
        .execute()
      return rows.map(jobOf)
    },
  }
}

const closed = { lease_until_unix: null, ready_at_unix: null } as const

/** Changes a job that is held by this attempt. Attempts only grow, so an older holder finds nothing. */
async function release(
  engine: Engine,
  { kind, key, attempts }: Held,
  changed: Partial<Omit<Row, 'seq'>>,
): Promise<boolean> {
  const result = await engine.write((db) =>
    db
      .updateTable('job')
      .set(changed)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('attempts', '=', BigInt(attempts))
      .where('state', '=', 'active')
      .executeTakeFirst(),
  )
  return result.numUpdatedRows > 0n
}

const states = ['waiting', 'active', 'done', 'parked'] as const

function jobOf(row: Row): Job {
  return {
    kind: row.kind,
    key: row.key,
    state: states.find((state) => state === row.state) ?? 'parked',
    attempts: Number(row.attempts),
    payload: row.payload,
    runAtUnix: row.run_at_unix,
    leaseUntilUnix: row.lease_until_unix,
    lastError: row.last_error,
    createdAtUnix: row.created_at_unix,
    finishedAtUnix: row.finished_at_unix,
  }
}
