import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import {
  type Deployment,
  statusOfText,
  type Vault,
  type VaultStrategist,
} from '../../record/vault.ts'
import type { Queries } from '../table/engine.ts'
import type { DatabaseTables, VaultRow } from '../table/table.ts'
import { checksummed } from '../table/vault-ref.ts'

type Condition = (
  on: ExpressionBuilder<DatabaseTables & { readonly v: VaultRow }, 'v'>,
) => Expression<SqlBool>

/**
 * Reads vaults with all rows that refer to them, in one statement: a vault that is changed
 * meanwhile is seen whole, before or after.
 */
export async function readVaults(
  db: Queries,
  tenantId: string,
  which: Condition,
): Promise<readonly Vault[]> {
  return groupByVault(
    await selectVaults(db).where('v.tenant_id', '=', tenantId).where(which).execute(),
  )
}

/** As `readVaults`, of all tenants. @returns the vaults by tenant and address. */
export async function readAllVaults(db: Queries): Promise<readonly Vault[]> {
  return groupByVault(await selectVaults(db).execute())
}

/** @returns the vaults that joined rows are of, in their order. */
export function groupByVault(rows: readonly VaultJoinRow[]): readonly Vault[] {
  const vaults = new Map<string, VaultReadDraft>()
  for (const row of rows) {
    const vault = vaults.get(row.id) ?? draftOf(row)
    vaults.set(row.id, vault)
    if (row.chain === null) continue
    const deployment =
      vault.deployments.get(row.chain) ?? deploymentOf({ ...row, chain: row.chain })
    vault.deployments.set(row.chain, deployment)
    if (row.strategist !== null && row.strategist_address !== null) {
      const address = checksummed(row.strategist_address)
      deployment.strategists.push({ name: row.strategist, address })
    }
  }
  return [...vaults.values()].map(({ row, deployments }) => vaultOf(row, [...deployments.values()]))
}

type VaultJoinRow = Awaited<ReturnType<ReturnType<typeof selectVaults>['execute']>>[number]
type OpenDeployment = Deployment & { readonly strategists: VaultStrategist[] }
type VaultReadDraft = {
  readonly row: VaultJoinRow
  readonly deployments: Map<string, OpenDeployment>
}

function draftOf(row: VaultJoinRow): VaultReadDraft {
  return { row, deployments: new Map() }
}

/** Selects vaults joined with all rows that refer to them. */
export function selectVaults(db: Queries) {
  return db
    .selectFrom('vault as v')
    .leftJoin('deployment as d', (join) =>
      join.onRef('d.tenant_id', '=', 'v.tenant_id').onRef('d.vault', '=', 'v.address'),
    )
    .leftJoin('strategist as s', (join) =>
      join
        .onRef('s.tenant_id', '=', 'd.tenant_id')
        .onRef('s.vault', '=', 'd.vault')
        .onRef('s.chain', '=', 'd.chain'),
    )
    .selectAll('v')
    .select(['d.chain', 'd.manager', 'd.accountant', 'd.teller', 'd.drones', 'd.deployed_block'])
    .select(['d.deployed_at_unix as deployment_at_unix'])
    .select(['s.name as strategist', 's.address as strategist_address'])
    .orderBy('v.tenant_id')
    .orderBy('v.address')
    .orderBy('d.chain')
    .orderBy('s.position')
}

function vaultOf(row: VaultJoinRow, deployments: readonly Deployment[]): Vault {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    address: checksummed(row.address),
    name: row.name,
    status: statusOfText(row.status),
    deployedAtUnix: row.deployed_at_unix,
    deployments,
    definition: row.definition,
    lock: row.lock,
    createdAtUnix: row.created_at_unix,
  }
}

function deploymentOf(row: VaultJoinRow & { readonly chain: string }): OpenDeployment {
  const drones: readonly string[] = JSON.parse(row.drones ?? '[]')
  return {
    chain: row.chain,
    manager: checksummed(row.manager ?? ''),
    accountant: row.accountant === null ? null : checksummed(row.accountant),
    teller: row.teller === null ? null : checksummed(row.teller),
    drones: drones.map(checksummed),
    deployedAtUnix: row.deployment_at_unix,
    deployedBlock: row.deployed_block,
    strategists: [],
  }
}
