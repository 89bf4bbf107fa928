import type { Selectable } from 'kysely'
import type { Actor, AuditEntry, AuditStore } from '../../access/audit.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import type { AuditRow } from '../table/access-table.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'

/** An act that is written down, in the transaction that does it. */
export type AuditedAct = {
  readonly tenantId: string | null
  readonly actor: Actor
  readonly act: string
  readonly subject: string
  /** Values that tell what was done; no secrets. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Writes an act into the audit log. */
export async function writeAct(db: Queries, engine: StoreEngine, act: AuditedAct): Promise<void> {
  const { tenantId, actor, subject, details } = act
  await db
    .insertInto('audit_entry')
    .values({
      tenant_id: tenantId,
      at_unix: engine.nowUnix(),
      actor,
      act: act.act,
      subject,
      details: JSON.stringify(details),
    })
    .execute()
}

/** Makes the audit log's reading side. */
export function buildAudit(engine: StoreEngine): AuditStore {
  return {
    note: (tenantId, note) => engine.write((db) => writeAct(db, engine, { tenantId, ...note })),
    page: async (tenantId, query) => {
      let rows = engine.read.selectFrom('audit_entry').selectAll().where('tenant_id', '=', tenantId)
      if (query.after !== null) rows = rows.where('id', '<', query.after)
      for (const column of ['actor', 'act', 'subject'] as const) {
        const value = query[column]
        if (value != null) rows = rows.where(column, '=', value)
      }
      const pageRows = await rows.orderBy('id', 'desc').limit(limitOf(query)).execute()
      return pageOf(pageRows.map(entryOf), query)
    },
  }
}

function entryOf(row: Selectable<AuditRow>): AuditEntry {
  const { id, actor, act, subject, details } = row
  return { id, tenantId: row.tenant_id, atUnix: row.at_unix, actor, act, subject, details }
}
