import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import {
  type Deployment,
  statusOfText,
  type Vault,
  type VaultDescription,
  type VaultOverview,
  type VaultQueue,
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
  return groupRows(rows).map(([row, deployments]) => {
    const { definition, lock } = row
    return { ...descriptionOf(row, deployments), definition, lock }
  })
}

/** As `groupByVault`, of rows without the long texts. */
export function describeVaults(rows: readonly VaultDescriptionRow[]): readonly VaultDescription[] {
  return groupRows(rows).map(([row, deployments]) => descriptionOf(row, deployments))
}

type VaultJoinRow = Awaited<ReturnType<ReturnType<typeof selectVaults>['execute']>>[number]
type VaultDescriptionRow = Omit<VaultJoinRow, 'definition' | 'lock'>
type OpenDeployment = Deployment & { readonly strategists: VaultStrategist[] }

/** @returns the first row of each vault, with all its deployments. */
function groupRows<Row extends VaultDescriptionRow>(
  rows: readonly Row[],
): readonly (readonly [row: Row, deployments: readonly Deployment[]])[] {
  const vaults = new Map<string, readonly [Row, Map<string, OpenDeployment>]>()
  for (const row of rows) {
    const vault = vaults.get(row.id) ?? ([row, new Map()] as const)
    vaults.set(row.id, vault)
    if (row.chain === null) continue
    const [, deployments] = vault
    const deployment = deployments.get(row.chain) ?? deploymentOf({ ...row, chain: row.chain })
    deployments.set(row.chain, deployment)
    if (row.strategist !== null && row.strategist_address !== null) {
      const address = checksummed(row.strategist_address)
      deployment.strategists.push({ name: row.strategist, address })
    }
  }
  return [...vaults.values()].map(([row, deployments]) => [row, [...deployments.values()]])
}

/** Selects vaults joined with all rows that refer to them. */
export function selectVaults(db: Queries) {
  return selectDescriptions(db).select(['v.definition', 'v.lock'])
}

/** As `selectVaults`, without the long texts. */
export function selectDescriptions(db: Queries) {
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
    .select(summaryColumns)
    .select(['d.chain', 'd.manager', 'd.accountant', 'd.teller', 'd.queues', 'd.drones'])
    .select('d.deployed_block')
    .select(['d.deployed_at_unix as deployment_at_unix'])
    .select(['s.name as strategist', 's.address as strategist_address'])
    .orderBy('v.tenant_id')
    .orderBy('v.address')
    .orderBy('d.chain')
    .orderBy('s.position')
}

/** Selects vaults joined with the chains that they are on. */
export function selectSummaries(db: Queries) {
  return db
    .selectFrom('vault as v')
    .leftJoin('deployment as d', (join) =>
      join.onRef('d.tenant_id', '=', 'v.tenant_id').onRef('d.vault', '=', 'v.address'),
    )
    .select(summaryColumns)
    .select('d.chain')
    .orderBy('v.address')
    .orderBy('d.chain')
}

type VaultSummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['execute']>>[number]

/** @returns the vaults that joined rows are of, in their order. */
export function summarizeVaults(rows: readonly VaultSummaryRow[]): readonly VaultOverview[] {
  const vaults = new Map<string, readonly [VaultSummaryRow, { readonly chain: string }[]]>()
  for (const row of rows) {
    const vault = vaults.get(row.id) ?? ([row, []] as const)
    vaults.set(row.id, vault)
    if (row.chain !== null) vault[1].push({ chain: row.chain })
  }
  return [...vaults.values()].map(([row, deployments]) => ({ ...identityOf(row), deployments }))
}

const summaryColumns = [
  ...(['v.id', 'v.tenant_id', 'v.address', 'v.name', 'v.status'] as const),
  ...(['v.deployed_at_unix', 'v.created_at_unix'] as const),
] as const

/** The identity of a vault in a row. */
function identityOf(row: Omit<VaultRow, 'definition' | 'lock'>) {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    address: checksummed(row.address),
    name: row.name,
    status: statusOfText(row.status),
    deployedAtUnix: row.deployed_at_unix,
    createdAtUnix: row.created_at_unix,
  }
}

function descriptionOf(
  row: VaultDescriptionRow,
  deployments: readonly Deployment[],
): VaultDescription {
  return { ...identityOf(row), deployments }
}

/** @returns addresses of a column that holds a list of them. */
export function dronesOf(text: string | null): Deployment['drones'] {
  const drones: readonly string[] = JSON.parse(text ?? '[]')
  return drones.map(checksummed)
}

function deploymentOf(row: VaultDescriptionRow & { readonly chain: string }): OpenDeployment {
  return {
    chain: row.chain,
    manager: checksummed(row.manager ?? ''),
    accountant: row.accountant === null ? null : checksummed(row.accountant),
    teller: row.teller === null ? null : checksummed(row.teller),
    queues: queuesOf(row.queues),
    drones: dronesOf(row.drones),
    deployedAtUnix: row.deployment_at_unix,
    deployedBlock: row.deployed_block,
    strategists: [],
  }
}

function queuesOf(text: string | null): Deployment['queues'] {
  const queues: readonly Readonly<Record<keyof VaultQueue, string | null>>[] = JSON.parse(
    text ?? '[]',
  )
  return queues.map(({ queue, solver, sender }) => ({
    queue: checksummed(queue ?? ''),
    solver: solver === null ? null : checksummed(solver),
    sender: sender === null ? null : checksummed(sender),
  }))
}
