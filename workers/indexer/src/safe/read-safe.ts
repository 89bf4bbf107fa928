import { type Address, BaseError, isSameAddress } from '@vaultwright/base'
import { callContextOf } from '@vaultwright/protocols'
import type { SafeAtBlock, StrategistVault } from '@vaultwright/safe-service'
import type { VaultRef } from '@vaultwright/store'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import type { SafeParts } from '../context/safe-parts.ts'
import { findIndexedVault } from '../read/vault-read-plan.ts'
import type { TenantSafeRef } from '../task/task.ts'

/** A Safe, and the vaults by whose trees its calls are judged. */
export type WatchedSafe = TenantSafeRef & { readonly vaultRefs: readonly VaultRef[] }

/**
 * Reads a Safe at the newest block, with the stored trees that its calls are held against.
 *
 * @returns null where the account is no Safe, or its vaults went.
 * @throws what reading store and chain throws.
 */
export async function readWatchedSafe(
  context: IndexContext & { readonly safes: SafeParts },
  { chain, chainId }: { readonly chain: IndexedChain['chain']; readonly chainId: number },
  { tenantId, safe, vaultRefs }: WatchedSafe,
): Promise<SafeAtBlock | null> {
  const opened = await Promise.all(
    vaultRefs.map((vaultRef) => openVault(context, { tenantId, safe, vaultRef, chainId })),
  )
  const [first, ...further] = opened.flatMap((vault) => vault ?? [])
  if (first === undefined) return null
  const terms = { safe, block: 'latest', vaults: [first, ...further] } as const
  return context.safes
    .openReader(chain, terms)()
    .catch((error: unknown) => {
      if (error instanceof BaseError && error.code === 'not_a_safe') return null
      throw error
    })
}

type VaultOfSafe = {
  readonly tenantId: string
  readonly safe: Address
  readonly vaultRef: VaultRef
  readonly chainId: number
}

async function openVault(
  context: IndexContext,
  { tenantId, safe, vaultRef, chainId }: VaultOfSafe,
): Promise<StrategistVault | null> {
  const indexedVault = await findIndexedVault(context, { tenantId, ...vaultRef })
  if (indexedVault === null) return null
  const { manager, drones } = indexedVault.deployment
  const { store } = context
  const active = await store.roots.active(tenantId, vaultRef)
  const treeOf = async (strategist: Address) => {
    const root = active.find((entry) => isSameAddress(entry.strategist, strategist))?.root
    const stored = root === undefined ? null : await store.trees.find(tenantId, root)
    // A tree was rebuilt from its leaves when it was stored: nothing contradicts it.
    return stored && { tree: stored.file.tree, metadata: { manager }, findings: [] }
  }
  return {
    manager,
    file: await treeOf(safe),
    managerFile: await treeOf(manager),
    namingOf: async (address) => ({ ...callContextOf(chainId, address ?? vaultRef.vault), drones }),
  }
}
