import { ReviewMovedError, type ReviewRef, type ReviewStore } from '../../access/review.ts'
import { VaultNotFoundError } from '../../record/vault.ts'
import { assertText } from '../../value/text.ts'
import type { ReviewEntryRow } from '../table/access-table.ts'
import type { StoreEngine } from '../table/engine.ts'
import { checksummed, lowercased } from '../table/vault-ref.ts'
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
    vaultRules: async (tenantId) => {
      const [vaults, deployments] = await Promise.all([
        engine.read
          .selectFrom('vault as v')
          .leftJoin('vault_review_rule as r', (join) =>
            join.onRef('r.tenant_id', '=', 'v.tenant_id').onRef('r.vault', '=', 'v.address'),
          )
          .select(['v.address', 'v.name', 'r.required'])
          .where('v.tenant_id', '=', tenantId)
          .orderBy('v.address')
          .execute(),
        engine.read
          .selectFrom('deployment')
          .select(['vault', 'chain', 'manager'])
          .where('tenant_id', '=', tenantId)
          .orderBy('chain')
          .execute(),
      ])
      return vaults.map(({ address, name, required }) => ({
        vault: checksummed(address),
        name,
        required: required === null ? null : Number(required),
        managers: deployments
          .filter(({ vault }) => vault === address)
          .map(({ chain, manager }) => ({ chain, manager: checksummed(manager) })),
      }))
    },
    setVaultRequired: (tenantId, { vault, required }, by) =>
      engine.write(async (db) => {
        const key = { tenant_id: tenantId, vault: lowercased(vault) }
        const vaultRow = await db
          .selectFrom('vault')
          .select('address')
          .where('tenant_id', '=', tenantId)
          .where('address', '=', key.vault)
          .executeTakeFirst()
        if (vaultRow === undefined) throw new VaultNotFoundError({ chain: 'any chain', vault })
        if (required === null) {
          await db
            .deleteFrom('vault_review_rule')
            .where((on) => on.and(key))
            .execute()
        } else {
          const row = { ...key, required: BigInt(required) }
          await db
            .insertInto('vault_review_rule')
            .values(row)
            .onConflict((conflict) => conflict.columns(['tenant_id', 'vault']).doUpdateSet(row))
            .execute()
        }
        const act = { act: 'review.require', subject: vault, details: { required } }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
      }),
    vaultsOf: async (tenantId, root) => {
      const rows = await engine.read
        .selectFrom('root')
        .select('vault')
        .distinct()
        .where('tenant_id', '=', tenantId)
        .where('root', '=', root.toLowerCase())
        .execute()
      return rows.map(({ vault }) => checksummed(vault))
    },
  }
}

function keyOf(tenantId: string, { kind, hash }: ReviewRef) {
  return { tenant_id: tenantId, kind, hash: hash.toLowerCase() }
}
