import { slugOf } from '@vaultwright/base'
import type { ExpressionBuilder } from 'kysely'
import {
  type NewVault,
  VaultNotFoundError,
  type VaultRef,
  type VaultStore,
} from '../../record/vault.ts'
import { makeId } from '../../value/key.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import { assertName, assertText, InvalidNameError } from '../../value/text.ts'
import { writeAct } from '../access/audit.ts'
import { assertTenant } from '../access/tenant.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import type { DatabaseTables, VaultKeyColumns } from '../table/table.ts'
import { checksummed, lowercased, vaultKeyOf } from '../table/vault-ref.ts'
import { putDeployments } from './deployment.ts'
import {
  describeVaults,
  dronesOf,
  groupByVault,
  readAllVaults,
  readVaults,
  selectDescriptions,
  selectSummaries,
  selectVaults,
  summarizeVaults,
} from './vault-read.ts'

/** The page of a tenant's vaults. */
type VaultPage = {
  readonly tenantId: string
  readonly after: string
  readonly limit: bigint
}

/** Makes the vaults' part of a store. */
export function buildVaults(engine: StoreEngine): VaultStore {
  const deploymentRows = prepare(engine, (key: VaultKeyColumns) =>
    engine.read
      .selectFrom('deployment')
      .select('chain')
      .where('tenant_id', '=', key.tenant_id)
      .where('vault', '=', key.vault)
      .where('chain', '=', key.chain),
  )
  const rowsOfVault = prepare(engine, (key: VaultKeyColumns) =>
    selectVaults(engine.read)
      .where('v.tenant_id', '=', key.tenant_id)
      .where('v.address', '=', key.vault)
      .where((on) => isDeployed(on as never, key)),
  )
  const descriptionRows = prepare(engine, (key: VaultKeyColumns) =>
    selectDescriptions(engine.read)
      .where('v.tenant_id', '=', key.tenant_id)
      .where('v.address', '=', key.vault)
      .where((on) => isDeployed(on as never, key)),
  )
  // SQLite plans a join with values anew for each of them; look-ups of their own are planned once.
  const ruleRows = prepare(engine, (key: VaultKeyColumns) =>
    engine.read
      .selectFrom('vault as v')
      .select(['v.address', 'v.name', 'v.definition', 'v.lock'])
      .select((on) => {
        const deployment = on
          .selectFrom('deployment as d')
          .whereRef('d.tenant_id', '=', 'v.tenant_id')
          .whereRef('d.vault', '=', 'v.address')
          .where('d.chain', '=', key.chain)
        return [
          deployment.select('d.chain').as('chain'),
          deployment.select('d.manager').as('manager'),
          deployment.select('d.drones').as('drones'),
        ]
      })
      .where('v.tenant_id', '=', key.tenant_id)
      .where('v.address', '=', key.vault),
  )
  const summaryRows = prepare(engine, (page: VaultPage) =>
    selectSummaries(engine.read)
      .where('v.tenant_id', '=', page.tenantId)
      .where('v.address', 'in', (on) =>
        on
          .selectFrom('vault')
          .select('address')
          .where('tenant_id', '=', page.tenantId)
          .where('address', '>', page.after)
          .orderBy('address')
          .limit(page.limit),
      ),
  )
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
    has: async (tenantId, vaultRef) =>
      (await deploymentRows(vaultKeyOf(tenantId, vaultRef))).length > 0,
    find: async (tenantId, vaultRef) =>
      groupByVault(await rowsOfVault(vaultKeyOf(tenantId, vaultRef)))[0] ?? null,
    describe: async (tenantId, vaultRef) =>
      describeVaults(await descriptionRows(vaultKeyOf(tenantId, vaultRef)))[0] ?? null,
    rules: async (tenantId, vaultRef) => {
      const [row] = await ruleRows(vaultKeyOf(tenantId, vaultRef))
      if (row === undefined || row.chain === null || row.manager === null) return null
      const { name, definition, lock, chain } = row
      const drones = dronesOf(row.drones)
      const deployment = { chain, manager: checksummed(row.manager), drones }
      return { address: checksummed(row.address), name, definition, lock, deployment }
    },
    summaries: async (tenantId, query) => {
      const after = query.after?.toLowerCase() ?? ''
      const rows = await summaryRows({ tenantId, after, limit: limitOf(query) })
      return pageOf(summarizeVaults(rows), query)
    },
    setDeployed: (tenantId, vaultRef, since) =>
      engine.write((db) => noteDeployed(db, engine, { tenantId, vaultRef, since })),
    described: async (tenantId) =>
      describeVaults(
        await selectDescriptions(engine.read).where('v.tenant_id', '=', tenantId).execute(),
      ),
    everywhere: () => readAllVaults(engine.read),
    page: async (tenantId, query) => {
      const vaults = await readVaults(engine.read, tenantId, (on) =>
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
      return pageOf(vaults, query)
    },
  }
}

function isDeployed(on: ExpressionBuilder<DatabaseTables, never>, key: VaultKeyColumns) {
  return on.exists(
    on
      .selectFrom('deployment')
      .select('chain')
      .where('tenant_id', '=', key.tenant_id)
      .where('vault', '=', key.vault)
      .where('chain', '=', key.chain),
  )
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

/** Since when a vault is on a chain. */
type Deployed = {
  readonly tenantId: string
  readonly vaultRef: VaultRef
  readonly since: { readonly block: bigint; readonly atUnix: bigint }
}

/**
 * Writes down since when a vault is on a chain, and with it since when it is at all.
 *
 * @throws {VaultNotFoundError}
 */
async function noteDeployed(
  db: Queries,
  engine: StoreEngine,
  { tenantId, vaultRef, since }: Deployed,
): Promise<void> {
  const { chain, ...vault } = vaultKeyOf(tenantId, vaultRef)
  const of = { tenant_id: tenantId, address: vault.vault }
  // The vault first, as in every change of it.
  const row = await db
    .selectFrom('vault')
    .select('deployed_at_unix')
    .where((on) => on.and(of))
    .modifyEnd(engine.lock.update)
    .executeTakeFirst()
  const noted = await db
    .updateTable('deployment')
    .set({ deployed_at_unix: since.atUnix, deployed_block: since.block })
    .where((on) => on.and({ ...vault, chain }))
    .executeTakeFirst()
  if (row === undefined || noted.numUpdatedRows === 0n) throw new VaultNotFoundError(vaultRef)
  const rows = await db
    .selectFrom('deployment')
    .select('deployed_at_unix as at')
    .where((on) => on.and(vault))
    .execute()
  // What was said of the vault itself counts until all of its chains are known.
  const times = rows.some(({ at }) => at === null) ? [row.deployed_at_unix] : []
  const deployedAt = [...times, ...rows.map(({ at }) => at)].filter((at) => at !== null)
  const [first] = deployedAt.toSorted((one, other) => (one < other ? -1 : 1))
  await db
    .updateTable('vault')
    .set({ deployed_at_unix: first ?? since.atUnix })
    .where((on) => on.and(of))
    .execute()
}
