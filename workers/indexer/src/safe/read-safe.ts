import { type Address, BaseError, isSameAddress } from '@vaultwright/base'
import { callContextOf, ruleBook } from '@vaultwright/protocols'
import type { SafeAtBlock } from '@vaultwright/safe-service'
import type { VaultRef } from '@vaultwright/store'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import type { SafeParts } from '../context/safe-parts.ts'
import { findIndexedVault } from '../read/vault-read-plan.ts'
import type { TenantSafeRef } from '../task/task.ts'

/** A Safe, and the vault by whose tree its calls are judged. */
export type WatchedSafe = TenantSafeRef & { readonly vaultRef: VaultRef }

/**
 * Reads a Safe at the newest block, with the stored trees that its calls are held against.
 *
 * @returns null where the account is no Safe, or the vault went.
 * @throws what reading store and chain throws.
 */
export async function readWatchedSafe(
  context: IndexContext & { readonly safes: SafeParts },
  { chain, chainId }: { readonly chain: IndexedChain['chain']; readonly chainId: number },
  { tenantId, safe, vaultRef }: WatchedSafe,
): Promise<SafeAtBlock | null> {
  const indexedVault = await findIndexedVault(context, { tenantId, ...vaultRef })
  if (indexedVault === null) return null
  const { manager, drones } = indexedVault.deployment
  const { store, safes } = context
  const active = await store.roots.active(tenantId, vaultRef)
  const treeOf = async (strategist: Address) => {
    const root = active.find((entry) => isSameAddress(entry.strategist, strategist))?.root
    const stored = root === undefined ? null : await store.trees.find(tenantId, root)
    // A tree was rebuilt from its leaves when it was stored: nothing contradicts it.
    return stored && { tree: stored.file.tree, metadata: { manager }, findings: [] }
  }
  const reader = safes.openReader(chain, {
    safe,
    block: 'latest',
    file: await treeOf(safe),
    managerFile: await treeOf(manager),
    namingOf: async (vault) => ({
      naming: { ...callContextOf(chainId, vault ?? vaultRef.vault), drones },
      rules: ruleBook,
      reads: {},
    }),
  })
  return reader().catch((error: unknown) => {
    if (error instanceof BaseError && error.code === 'not_a_safe') return null
    throw error
  })
}
