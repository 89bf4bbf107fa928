import type { Selectable } from 'kysely'
import {
  type Tenant,
  TenantExistsError,
  TenantNotFoundError,
  type TenantStore,
} from '../../access/tenant.ts'
import { makeId } from '../../value/key.ts'
import { InvalidNameError } from '../../value/text.ts'
import type { TenantRow } from '../table/access-table.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { writeAct } from './audit.ts'

/** Makes the tenants' part of a store. */
export function buildTenants(engine: StoreEngine): TenantStore {
  return {
    create: async ({ name }, by) => {
      assertTenantName(name)
      return engine.write(async (db) => {
        const row = { id: makeId('tenant'), name, created_at_unix: engine.nowUnix() }
        const inserted = await db
          .insertInto('tenant')
          .values(row)
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (inserted === undefined) throw new TenantExistsError(name)
        const act = { act: 'tenant.create', subject: row.id, details: { name } }
        await writeAct(db, engine, { ...act, tenantId: row.id, actor: by })
        return tenantOf(row)
      })
    },
    find: async (name) => {
      const row = await engine.read
        .selectFrom('tenant')
        .selectAll()
        .where('name', '=', name)
        .executeTakeFirst()
      return row === undefined ? null : tenantOf(row)
    },
    list: async () => {
      const rows = await engine.read.selectFrom('tenant').selectAll().orderBy('name').execute()
      return rows.map(tenantOf)
    },
  }
}

/** Refuses the id of a tenant that does not exist. @throws {TenantNotFoundError} */
export async function assertTenant(db: Queries, tenantId: string): Promise<void> {
  const row = await db
    .selectFrom('tenant')
    .select('id')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  if (row === undefined) throw new TenantNotFoundError(tenantId)
}

function tenantOf(row: Selectable<TenantRow>): Tenant {
  return { id: row.id, name: row.name, createdAtUnix: row.created_at_unix }
}

function assertTenantName(name: string): void {
  if (/^[a-z0-9-]{2,40}$/.test(name)) return
  const rule = 'give 2 to 40 lowercase letters, digits and dashes'
  throw new InvalidNameError('tenant', name.slice(0, 200), rule)
}
