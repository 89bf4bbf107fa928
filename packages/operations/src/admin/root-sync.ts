import { type Chain, readDeploymentBlock } from '@vaultwright/chain'
import type { RootEntry, Store, Vault } from '@vaultwright/store'

/** The recorded state of a vault on a chain. */
export type Synced = {
  /** As it is stored now. */
  readonly vault: Vault
  readonly chain: string
  /** The number of times a root was set on its Manager. */
  readonly events: number
  /** The root each strategist may act with now. */
  readonly active: readonly RootEntry[]
}

/** The tenant whose records are synchronized. */
export type SyncTarget = { readonly store: Store; readonly tenantId: string }

/** Records which roots a vault's Manager has and had, and since when the vault is there. Safe to repeat. */
export async function syncVault(
  { store, tenantId }: SyncTarget,
  vault: Vault,
  { slug, chain }: { readonly slug: string; readonly chain: Chain },
): Promise<Synced> {
  const { readRootSets } = await import('@vaultwright/indexer')
  const place = { chain: slug, vault: vault.address }
  const { manager, deployedBlock } = vault.deployments.find((one) => one.chain === slug)!
  const since = await chain.readBlock(
    deployedBlock ?? (await readDeploymentBlock(chain, vault.address)).number,
  )
  const blocks = { fromBlock: since.number, toBlock: await chain.readBlock('latest') }
  const events = await readRootSets(chain, { ...place, manager }, blocks)
  if (deployedBlock === null) {
    const deployment = { block: since.number, atUnix: since.timestamp }
    await store.vaults.setDeployed(tenantId, place, deployment)
  }
  for (const event of events) await store.roots.set(tenantId, event)
  const active = await store.roots.active(tenantId, place)
  const stored = await store.vaults.find(tenantId, place)
  return { vault: stored ?? vault, chain: slug, events: events.length, active }
}
