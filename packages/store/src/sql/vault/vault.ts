import { slugOf } from '@vaultwright/base'
import type { ExpressionBuilder } from 'kysely'
import type { NewVault, VaultStore } from '../../record/vault.ts'
import { makeId } from '../../value/id.ts'
import { InvalidNameError } from '../../value/name.ts'
import { assertName, assertText } from '../../value/text.ts'
import { writeAct } from '../access/audit.ts'
import { assertTenant } from '../access/tenant.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { limitOf, pageOf } from '../table/page.ts'
import type { DatabaseTables } from '../table/table.ts'
import { checksummed, lowercased } from '../table/vault-ref.ts'
import { putDeployments } from './deployment.ts'
import { noteDeployed } from './vault-deployed.ts'
import { readAllVaults, readVaults } from './vault-read.ts'

/** Makes the vaults' part of a store. */
export function buildVaults(engine: StoreEngine): VaultStore {
  return {
    put: async (tenantId, draft, by) => {
      assertDraft(draft)
      const address = lowercased(draft.address)
      return engine.write(async (db) => {
        await assertTenant(db, tenantId)
        await putRow(db, { tenantId, address, nowUnix: engine.nowUnix() }, draft)
        await putDeployments(db, { tenant_id: tenantId, vault: address }, draft)
        const details = {
          name: draft.name,
          chains: draft.deployments.map(({ chain }) => slugOf(chain)),
        }
        const act = { act: 'vault.put', subject: checksummed(address), details }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
        return (await readVaults(db, tenantId, (on) => on('v.address', '=', address)))[0]!
      })
    },
    find: async (tenantId, { chain, vault }) => {
      const address = vault.toLowerCase()
      const isThere = (on: ExpressionBuilder<DatabaseTables, never>) =>
        on.exists(
          on
            .selectFrom('deployment')
            .select('chain')
            .where('tenant_id', '=', tenantId)
            .where('vault', '=', address)
            .where('chain', '=', slugOf(chain)),
        )
      const [found] = await readVaults(engine.read, tenantId, (on) =>
        on.and([on('v.address', '=', address), isThere(on as never)]),
      )
      return found ?? null
    },
    setDeployed: (tenantId, vaultRef, since) =>
      engine.write((db) => noteDeployed(db, engine, { tenantId, vaultRef, since })),
    everywhere: () => readAllVaults(engine.read),
    page: async (tenantId, query) => {
      const found = await readVaults(engine.read, tenantId, (on) =>
        on(
          'v.address',
          'in',
          engine.read
            .selectFrom('vault')
            .select('address')
            .where('tenant_id', '=', tenantId)
            .where('address', '>', query.after?.toLowerCase() ?? '')
            .orderBy('address')
            .limit(limitOf(query)),
        ),
      )
      return pageOf(found, query)
    },
  }
}

/** Adds or changes the vault's own row; id and time of the first stay. */
async function putRow(
  db: Queries,
  at: { readonly tenantId: string; readonly address: string; readonly nowUnix: bigint },
  draft: NewVault,
): Promise<void> {
  const { name, status, definition, lock } = draft
  const changed = { name, status, definition, lock, deployed_at_unix: draft.deployedAtUnix }
  await db
    .insertInto('vault')
    .values({
      tenant_id: at.tenantId,
      address: at.address,
      id: makeId('vault'),
      ...changed,
      created_at_unix: at.nowUnix,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'address']).doUpdateSet(changed))
    .execute()
}

function assertDraft(draft: NewVault): void {
  assertName('vault', draft.name)
  assertText('definition', draft.definition)
  assertText('lock', draft.lock)
  const chains = draft.deployments.map(({ chain }) => slugOf(assertName('chain', chain)))
  assertDistinct('chain', chains)
  for (const { strategists } of draft.deployments) {
    assertDistinct(
      'strategist',
      strategists.map(({ name }) => assertName('strategist', name)),
    )
  }
}

function assertDistinct(what: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new InvalidNameError(what, twice, 'it stands twice')
}
