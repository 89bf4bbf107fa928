import { zeroAddress } from '@vaultwright/base'
import { readDeploymentBlock } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import type { RootEntry } from '@vaultwright/store'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import { readRootSets } from '../reading/root-event.ts'
import type { IndexedVault } from './vault-read-plan.ts'

/** Blocks before the last one read that are read again, where finality is a word of the node's. */
const overlap = 64n
/** Entries looked at for roots without a tree; what is active comes first. */
const listed = 100

/**
 * Returns since when a vault is on its chain, and stores it the first time.
 *
 * @throws {NoCodeError} when the vault is not there.
 */
export async function withDeployment(
  { store }: IndexContext,
  { chain }: IndexedChain,
  indexedVault: IndexedVault,
): Promise<DeployedVault> {
  const { vaultRef, deployment } = indexedVault
  const { deployedBlock, deployedAtUnix } = deployment
  if (deployedBlock !== null && deployedAtUnix !== null) {
    return { ...indexedVault, since: { block: deployedBlock, atUnix: deployedAtUnix } }
  }
  const firstBlock =
    deployedBlock === null
      ? await readDeploymentBlock(chain, vaultRef.vault)
      : await chain.readBlock(deployedBlock)
  const since = { block: firstBlock.number, atUnix: firstBlock.timestamp }
  await store.vaults.setDeployed(vaultRef.tenantId, vaultRef, since)
  return { ...indexedVault, since }
}

/** A vault of which it is known since when it is there. */
export type DeployedVault = IndexedVault & {
  readonly since: { readonly block: bigint; readonly atUnix: bigint }
}

/**
 * Makes the recorded roots of a vault what its Manager says, up to a block.
 *
 * @throws what reading logs throws.
 */
export async function syncRoots(
  context: IndexContext,
  indexed: IndexedChain,
  { indexedVault, head }: { readonly indexedVault: DeployedVault; readonly head: BlockRef },
): Promise<void> {
  const { store } = context
  const { vaultRef, deployment, since } = indexedVault
  const { tenantId } = vaultRef
  if (deployment.manager === zeroAddress || since.block > head.number) return
  const next = (await store.roots.nextBlock(tenantId, vaultRef)) ?? since.block
  const from = next - overlapOf(indexed)
  const isBefore = from < since.block
  const range = { fromBlock: isBefore ? since.block : from, toBlock: head }
  if (range.fromBlock > head.number) return
  const managed = { chain: vaultRef.chain, vault: vaultRef.vault, manager: deployment.manager }
  const events = await readRootSets(indexed.chain, managed, range)
  const change = await store.roots.sync(
    tenantId,
    { ...vaultRef, fromBlock: range.fromBlock, toBlock: head.number },
    events,
  )
  if (change.added + change.removed > 0 || next === since.block) {
    const toBlock = String(head.number)
    context.observe({ event: 'roots_synced', vaultRef, ...change, toBlock })
    await reportUnknownRoots(context, indexedVault)
  }
}

/** Returns the blocks before the last one read that are read again: a reorganisation may have replaced them. */
export function overlapOf({ finality }: Pick<IndexedChain, 'finality'>): bigint {
  return finality.kind === 'depth' ? finality.blocks : overlap
}

/** The permissions of a root whose tree is not stored are unknown. */
async function reportUnknownRoots(
  context: IndexContext,
  { vaultRef }: IndexedVault,
): Promise<void> {
  const query = { after: null, limit: listed }
  const { items } = await context.store.roots.page(vaultRef.tenantId, vaultRef, query)
  for (const { root, strategist, isActive } of items.filter(isUnknownRoot)) {
    context.observe({ event: 'root_without_tree', vaultRef, root, strategist, isActive })
  }
}

/** Tells whether a root stands for permissions that cannot be looked at. */
export function isUnknownRoot({ root, leafCount }: Pick<RootEntry, 'root' | 'leafCount'>): boolean {
  return leafCount === null && BigInt(root) !== 0n
}
