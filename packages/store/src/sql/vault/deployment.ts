import { slugOf } from '@vaultwright/base'
import {
  type Deployment,
  DeploymentInUseError,
  type NewVault,
  type VaultQueue,
} from '../../record/vault.ts'
import type { Queries } from '../table/engine.ts'
import type { DeploymentRow, VaultKeyColumns } from '../table/table.ts'
import { checksummed, lowercased } from '../table/vault-ref.ts'
import { keepQueues } from '../withdraw/withdraw-queue.ts'

type TenantVaultColumns = Omit<VaultKeyColumns, 'chain'>

/** The tables whose rows a deployment may not lose. */
const history = [
  ...(['root', 'root_event', 'snapshot', 'daily_point', 'performance'] as const),
  ...(['reading', 'revision'] as const),
] as const

/** Makes the deployments of a vault those of a draft. @throws {DeploymentInUseError} */
export async function putDeployments(
  db: Queries,
  vault: TenantVaultColumns,
  draft: NewVault,
): Promise<void> {
  await db
    .deleteFrom('strategist')
    .where((on) => on.and(vault))
    .execute()
  await removeOthers(
    db,
    vault,
    draft.deployments.map(({ chain }) => slugOf(chain)),
  )
  for (const deployment of draft.deployments) {
    const vaultKey = { ...vault, chain: slugOf(deployment.chain) }
    const row = rowOf(vaultKey, deployment)
    await db
      .insertInto('deployment')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'vault', 'chain']).doUpdateSet((on) => ({
          ...row,
          // What was read is of the Manager that it was read of.
          roots_next_block: on
            .case()
            .when('deployment.manager', '=', row.manager)
            .then(on.ref('deployment.roots_next_block'))
            .end(),
          executions_next_block: on
            .case()
            .when('deployment.manager', '=', row.manager)
            .then(on.ref('deployment.executions_next_block'))
            .end(),
        })),
      )
      .execute()
    await keepQueues(
      db,
      vaultKey,
      deployment.queues.map(({ queue }) => queue),
    )
    const strategists = deployment.strategists.map(({ name, address }, position) => ({
      ...vaultKey,
      name,
      address: lowercased(address),
      position: BigInt(position),
    }))
    if (strategists.length > 0) await db.insertInto('strategist').values(strategists).execute()
  }
}

async function removeOthers(
  db: Queries,
  vault: TenantVaultColumns,
  chains: readonly string[],
): Promise<void> {
  const rows = await db
    .selectFrom('deployment')
    .select('chain')
    .where((on) => on.and(vault))
    .execute()
  for (const { chain } of rows.filter((row) => !chains.includes(row.chain))) {
    const vaultKey = { ...vault, chain }
    await assertUnused(db, vaultKey)
    await db
      .deleteFrom('failure')
      .where((on) => on.and(vaultKey))
      .execute()
    await db
      .deleteFrom('deployment')
      .where((on) => on.and(vaultKey))
      .execute()
  }
}

async function assertUnused(db: Queries, vaultKey: VaultKeyColumns): Promise<void> {
  for (const table of history) {
    const used = await db
      .selectFrom(table)
      .select('chain')
      .where((on) => on.and(vaultKey))
      .limit(1n)
      .executeTakeFirst()
    if (used !== undefined) {
      throw new DeploymentInUseError({ chain: vaultKey.chain, vault: checksummed(vaultKey.vault) })
    }
  }
}

function rowOf(vaultKey: VaultKeyColumns, deployment: Deployment): DeploymentRow {
  const { manager, accountant, teller, queues, drones } = deployment
  return {
    ...vaultKey,
    manager: lowercased(manager),
    accountant: accountant === null ? null : lowercased(accountant),
    teller: teller === null ? null : lowercased(teller),
    queues: JSON.stringify(queues.map(queueOf)),
    drones: JSON.stringify(drones.map(lowercased)),
    deployed_at_unix: deployment.deployedAtUnix,
    deployed_block: deployment.deployedBlock,
    roots_next_block: null,
    executions_next_block: null,
  }
}

function queueOf({ queue, solver, sender }: VaultQueue) {
  return {
    queue: lowercased(queue),
    solver: solver === null ? null : lowercased(solver),
    sender: sender === null ? null : lowercased(sender),
  }
}
