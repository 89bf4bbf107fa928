import {
  maxWitnessBytes,
  type SimulationStore,
  type StoredWitness,
  WitnessTooLargeError,
} from '../../record/simulation.ts'
import { assertText } from '../../value/text.ts'
import { assertTenant } from '../access/tenant.ts'
import type { StoreEngine } from '../table/engine.ts'

/** Makes the simulations' part of a store. */
export function buildSimulations(engine: StoreEngine): SimulationStore {
  return {
    put: async (tenantId, { id, createdAtUnix, expiresAtUnix, body }, witness = null) => {
      const changed = { expires_at_unix: expiresAtUnix, body: assertText('body', body) }
      if (witness !== null) assertSize(witness)
      await engine.write(async (db) => {
        await assertTenant(db, tenantId)
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('simulation')
          .values({
            id: assertText('id', id),
            tenant_id: tenantId,
            created_at_unix: createdAtUnix,
            ...changed,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow()
        if (witness === null || numInsertedOrUpdatedRows !== 1n) return
        await db
          .insertInto('simulation_witness')
          .values({
            simulation_id: id,
            byte_count: BigInt(witness.byteCount),
            body: witness.body,
            slot_use: witness.slotUse,
          })
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
    findWitness: async (id) => {
      const row = await engine.read
        .selectFrom('simulation_witness')
        .innerJoin('simulation', 'simulation.id', 'simulation_witness.simulation_id')
        .select([
          'simulation_witness.byte_count',
          'simulation_witness.body',
          'simulation_witness.slot_use',
        ])
        .where('simulation.id', '=', id)
        .where('simulation.expires_at_unix', '>', engine.nowUnix())
        .executeTakeFirst()
      if (row === undefined) return null
      return { byteCount: Number(row.byte_count), body: row.body, slotUse: row.slot_use }
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

function assertSize({ body, slotUse }: StoredWitness): void {
  const bytes = Math.max(body.length, slotUse.length)
  if (bytes > maxWitnessBytes) throw new WitnessTooLargeError(bytes)
}
