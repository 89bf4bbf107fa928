import { slugOf } from '@vaultwright/base'
import { type Deployment, DeploymentInUseError, type VaultDraft } from '../vault.ts'
import type { Queries } from './engine.ts'
import { lowered, spelled } from './place.ts'
import type { DeploymentRow, PlaceColumns } from './table.ts'

type VaultColumns = Omit<PlaceColumns, 'chain'>

/** What a deployment with any of it may not lose. */
const history = [
  ...(['root', 'root_event', 'snapshot', 'daily_point', 'performance'] as const),
  ...(['reading', 'revision'] as const),
] as const

/** Makes the deployments of a vault those of a draft. @throws {DeploymentInUseError} */
export async function putDeployments(
  db: Queries,
  vault: VaultColumns,
  draft: VaultDraft,
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
    const place = { ...vault, chain: slugOf(deployment.chain) }
    const row = rowOf(place, deployment)
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
        })),
      )
      .execute()
    const strategists = deployment.strategists.map(({ name, address }, position) => ({
      ...{ ...place, name, address: lowered(address), position: BigInt(position) },
    }))
    if (strategists.length > 0) await db.insertInto('strategist').values(strategists).execute()
  }
}

async function removeOthers(
  db: Queries,
  vault: VaultColumns,
  chains: readonly string[],
): Promise<void> {
  const rows = await db
    .selectFrom('deployment')
    .select('chain')
    .where((on) => on.and(vault))
    .execute()
  for (const { chain } of rows.filter((row) => !chains.includes(row.chain))) {
    const place = { ...vault, chain }
    await assertUnused(db, place)
    await db
      .deleteFrom('failure')
      .where((on) => on.and(place))
      .execute()
    await db
      .deleteFrom('deployment')
      .where((on) => on.and(place))
      .execute()
  }
}

async function assertUnused(db: Queries, place: PlaceColumns): Promise<void> {
  for (const table of history) {
    const used = await db
      .selectFrom(table)
      .select('chain')
      .where((on) => on.and(place))
      .limit(1n)
      .executeTakeFirst()
    if (used !== undefined) {
      throw new DeploymentInUseError({ chain: place.chain, vault: spelled(place.vault) })
    }
  }
}

function rowOf(place: PlaceColumns, deployment: Deployment): DeploymentRow {
  const { manager, accountant, teller, drones } = deployment
  return {
    ...place,
    manager: lowered(manager),
    accountant: accountant === null ? null : lowered(accountant),
    teller: teller === null ? null : lowered(teller),
    drones: JSON.stringify(drones.map(lowered)),
    deployed_at_unix: deployment.deployedAtUnix,
    deployed_block: deployment.deployedBlock,
    roots_next_block: null,
  }
}
