import { parseSvmAddress, type SvmAddress } from '@vaultwright/svm'
import type { NewSvmVault, SvmVault, SvmVaultStore } from '../../record/svm-vault.ts'
import { statusOfText } from '../../record/vault.ts'
import { makeId } from '../../value/key.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import { assertName, assertText } from '../../value/text.ts'
import { writeAct } from '../access/audit.ts'
import { assertTenant } from '../access/tenant.ts'
import type { StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import type { SvmVaultRow } from '../table/svm-table.ts'

/** The page of a tenant's vaults. */
type SvmVaultPage = {
  readonly tenantId: string
  readonly after: string
  readonly limit: bigint
}

/** Makes the Solana vaults' part of a store. */
export function buildSvmVaults(engine: StoreEngine): SvmVaultStore {
  const vaultsOf = (tenantId: string) =>
    engine.read.selectFrom('svm_vault').selectAll().where('tenant_id', '=', tenantId)
  const rowsOfVault = prepare(
    engine,
    (key: { readonly tenantId: string; readonly vault: string }) =>
      vaultsOf(key.tenantId).where('address', '=', key.vault),
  )
  const pageRows = prepare(engine, (page: SvmVaultPage) =>
    vaultsOf(page.tenantId).where('address', '>', page.after).orderBy('address').limit(page.limit),
  )
  return {
    put: async (tenantId, draft, by) => {
      const { address, ...changed } = columnsOf(draft)
      return engine.write(async (db) => {
        await assertTenant(db, tenantId)
        const row = await db
          .insertInto('svm_vault')
          .values({
            tenant_id: tenantId,
            address,
            id: makeId('vault'),
            ...changed,
            created_at_unix: engine.nowUnix(),
          })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'address']).doUpdateSet(changed))
          .returningAll()
          .executeTakeFirstOrThrow()
        const details = { name: draft.name, chains: ['solana'] }
        const act = { act: 'vault.put', subject: address, details }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return vaultOf(row)
      })
    },
    find: async (tenantId, { vault }) => {
      const [row] = await rowsOfVault({ tenantId, vault })
      return row === undefined ? null : vaultOf(row)
    },
    everywhere: async () => {
      const all = engine.read.selectFrom('svm_vault').selectAll()
      const rows = await all.orderBy('tenant_id').orderBy('address').execute()
      return rows.map(vaultOf)
    },
    page: async (tenantId, query) => {
      const after = query.after ?? ''
      const rows = await pageRows({ tenantId, after, limit: limitOf(query) })
      return pageOf(rows.map(vaultOf), query)
    },
  }
}

function columnsOf(draft: NewSvmVault): Omit<SvmVaultRow, 'tenant_id' | 'id' | 'created_at_unix'> {
  return {
    address: parseSvmAddress(draft.address),
    name: assertName('vault', draft.name),
    status: draft.status,
    program: parseSvmAddress(draft.program),
    vault_id: String(draft.vaultId),
    definition: assertText('definition', draft.definition),
  }
}

function vaultOf(row: SvmVaultRow): SvmVault {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    address: row.address as SvmAddress,
    name: row.name,
    status: statusOfText(row.status),
    program: row.program as SvmAddress,
    vaultId: BigInt(row.vault_id),
    definition: row.definition,
    createdAtUnix: row.created_at_unix,
  }
}
