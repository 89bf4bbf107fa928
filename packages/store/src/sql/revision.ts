import type { Revision, RevisionStore } from '../revision.ts'
import type { Engine } from './engine.ts'
import { unpackText } from './pack.ts'
import { columnsOf, placeOf } from './place.ts'
import type { RevisionRow } from './table.ts'

/** Makes the revisions' part of a store. */
export function buildRevisions(engine: Engine): RevisionStore {
  return {
    list: async (tenantId, place) => {
      const rows = await engine.read
        .selectFrom('revision')
        .selectAll()
        .where((on) => on.and({ ...columnsOf(tenantId, place), day: place.day }))
        .orderBy('kind')
        .orderBy('number')
        .execute()
      return rows.map(revisionOf)
    },
    days: async (tenantId, place) => {
      const rows = await engine.read
        .selectFrom('revision')
        .select((on) => ['day', on.fn.countAll<bigint>().as('revisions')])
        .where((on) => on.and(columnsOf(tenantId, place)))
        .groupBy('day')
        .orderBy('day')
        .execute()
      return rows.map(({ day, revisions }) => ({ day, revisions: Number(revisions) }))
    },
  }
}

const kinds = ['reading', 'snapshot', 'daily', 'performance'] as const

function revisionOf(row: RevisionRow): Revision {
  return {
    ...placeOf(row),
    day: row.day,
    kind: kinds.find((kind) => kind === row.kind) ?? 'reading',
    number: Number(row.number),
    sinceUnix: row.since_unix,
    untilUnix: row.until_unix,
    reason: row.reason,
    body: unpackText(row.body),
    receipt: row.receipt === null ? null : unpackText(row.receipt),
  }
}
