import type { SimulationStore } from '../../record/simulation.ts'
import { assertText } from '../../value/text.ts'
import { assertTenant } from '../access/tenant.ts'
import type { StoreEngine } from '../table/engine.ts'

/** Makes the simulations' part of a store. */
export function buildSimulations(engine: StoreEngine): SimulationStore {
  return {
    put: async (tenantId, { id, createdAtUnix, expiresAtUnix, body }) => {
      const changed = { expires_at_unix: expiresAtUnix, body: assertText('body', body) }
      await engine.write(async (db) => {
        await assertTenant(db, tenantId)
        await db
          .insertInto('simulation')
          .values({
            id: assertText('id', id),
            tenant_id: tenantId,
            created_at_unix: createdAtUnix,
            ...changed,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
      })
    },
    find: async (id) => {
      const row = await engine.read
        .selectFrom('simulation')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at_unix', '>', engine.nowUnix())
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        id,
        createdAtUnix: row.created_at_unix,
        expiresAtUnix: row.expires_at_unix,
        body: row.body,
      }
    },
    purge: async () => {
      const removed = await engine.write((db) =>
        db
          .deleteFrom('simulation')
          .where('expires_at_unix', '<=', engine.nowUnix())
          .executeTakeFirst(),
      )
      return Number(removed.numDeletedRows)
    },
  }
}
