import { BaseError } from '@vaultwright/base'
import type { SvmVaultRef } from '@vaultwright/store'
import { type SvmVault, VaultNotFoundError } from '@vaultwright/store'
import { parseSvmDefinition, type SvmDefinition } from '@vaultwright/svm-builder'
import { lruCachePerOwner } from '../cache/lru-cache.ts'
import type { SolanaAccess } from '../node/solana-access.ts'
import type { ApiContext } from '../service/context.ts'

/** A vault of Solana of a tenant, ready to build with. */
export type SvmVaultContext = {
  readonly tenantId: string
  readonly vault: SvmVault
  readonly definition: SvmDefinition
  readonly access: SolanaAccess
}

/** By their texts, which do not change. */
const definitionsOf = lruCachePerOwner({ maxEntries: 100, maxBytes: Number.POSITIVE_INFINITY })

/** The caller of a vault, and the vault. */
export type SvmVaultQuery = SvmVaultRef & { readonly tenantId: string }

/**
 * Finds a vault of Solana of a tenant, and the node of its cluster. Letter case of its address counts.
 *
 * @throws {VaultNotFoundError} when the tenant has no such vault.
 * @throws {SolanaNodeMissingError} when no node is configured: nothing offline tells what is permitted.
 * @throws {ClusterDiffersError} when the vault is of another cluster than the node.
 */
export async function svmVaultContextOf(
  { store, solana }: ApiContext,
  { tenantId, vault: address }: SvmVaultQuery,
): Promise<SvmVaultContext> {
  const vault = await store.svmVaults.find(tenantId, { vault: address })
  if (vault === null) throw new VaultNotFoundError({ chain: 'solana', vault: address })
  const definition = await definitionsOf(store).of(vault.definition, async () =>
    parseSvmDefinition(vault.definition),
  )
  if (solana === null) throw new SolanaNodeMissingError()
  if (solana.genesisHash !== definition.genesisHash) {
    throw new ClusterDiffersError(definition.genesisHash, solana.genesisHash)
  }
  return { tenantId, vault, definition, access: solana }
}

/** Only a node knows what a vault of Solana permits, and none is configured. */
export class SolanaNodeMissingError extends BaseError {
  override readonly code = 'solana_node_missing'
  override readonly kind = 'unavailable'

  constructor() {
    super({
      message:
        'No node of Solana is configured, and only a node knows what is permitted. Set SOLANA_RPC_URL.',
      retryable: true,
    })
  }
}

/** A vault is of another cluster than the nodes of the service. */
export class ClusterDiffersError extends BaseError {
  override readonly code = 'cluster_differs'
  override readonly kind = 'unavailable'

  constructor(vaults: string, nodes: string) {
    super({
      message: `The vault is of the cluster with genesis hash ${vaults}, and the nodes are of ${nodes}. Ask a service of that cluster.`,
      facts: { vaults, nodes },
    })
  }
}
