import { slugOf } from '@vaultwright/base'
import type { Selectable } from 'kysely'
import {
  AccountNameNotFoundError,
  type AccountNameStore,
  maxAccountNames,
  type NamedAccount,
  NameTakenError,
  type StoredAccountName,
  TooManyNamesError,
} from '../../access/account-name.ts'
import { TenantNotFoundError } from '../../access/tenant.ts'
import { assertName } from '../../value/text.ts'
import type { AccountNameRow } from '../table/access-table.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { checksummed, lowercased } from '../table/vault-ref.ts'
import { writeAct } from './audit.ts'

/** Makes the address books' part of a store. */
export function buildAccountNames(engine: StoreEngine): AccountNameStore {
  return {
    list: async (tenantId) => {
      const rows = await engine.read
        .selectFrom('account_name')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .orderBy('name')
        .orderBy('chain')
        .orderBy('address')
        .execute()
      return rows.map(nameOf)
    },
    put: (tenantId, { name, shape, ...account }, by) => {
      const key = keyOf(tenantId, account)
      const row: Selectable<AccountNameRow> = {
        ...key,
        name: assertName('account', name),
        shape,
        named_by: by,
        named_at_unix: engine.nowUnix(),
      }
      return engine.write(async (db) => {
        await lockTenant(db, engine, tenantId)
        const twin = await db
          .selectFrom('account_name')
          .select('address')
          .where('tenant_id', '=', tenantId)
          .where('shape', '=', shape)
          .where('address', '!=', key.address)
          .executeTakeFirst()
        if (twin !== undefined) throw new NameTakenError(name, checksummed(twin.address))
        const before = await removeRow(db, key)
        if (before === undefined) await assertRoom(db, tenantId)
        await db.insertInto('account_name').values(row).execute()
        const details = { ...account, name, before: before?.name ?? null }
        const act = { act: 'name.put', subject: account.address, details }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return nameOf(row)
      })
    },
    remove: (tenantId, account, by) => {
      const key = keyOf(tenantId, account)
      return engine.write(async (db) => {
        const before = await removeRow(db, key)
        if (before === undefined) throw new AccountNameNotFoundError(account)
        const details = { ...account, name: before.name }
        const act = { act: 'name.remove', subject: account.address, details }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return nameOf(before)
      })
    },
  }
}

type NameKey = Pick<AccountNameRow, 'tenant_id' | 'chain' | 'address'>

function keyOf(tenantId: string, { chain, address }: NamedAccount): NameKey {
  return {
    tenant_id: tenantId,
    chain: chain === null ? '' : slugOf(chain),
    address: lowercased(address),
  }
}

/** Names of a tenant are given one after the other: each is compared with all before it. */
async function lockTenant(db: Queries, engine: StoreEngine, tenantId: string): Promise<void> {
  const row = await db
    .selectFrom('tenant')
    .select('id')
    .where('id', '=', tenantId)
    .modifyEnd(engine.lock.turn)
    .executeTakeFirst()
  if (row === undefined) throw new TenantNotFoundError(tenantId)
}

function removeRow(db: Queries, key: NameKey): Promise<Selectable<AccountNameRow> | undefined> {
  return db
    .deleteFrom('account_name')
    .where((on) => on.and(key))
    .returningAll()
    .executeTakeFirst()
}

async function assertRoom(db: Queries, tenantId: string): Promise<void> {
  const { count } = await db
    .selectFrom('account_name')
    .select((on) => on.fn.countAll<bigint>().as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxAccountNames) throw new TooManyNamesError()
}

function nameOf(row: Selectable<AccountNameRow>): StoredAccountName {
  return {
    chain: row.chain === '' ? null : row.chain,
    address: checksummed(row.address),
    name: row.name,
    namedBy: row.named_by,
    namedAtUnix: row.named_at_unix,
  }
}
