import { type DefinedVault, deploymentsOf } from '@vaultwright/definition'
import type { Actor, Vault, VaultStore } from '@vaultwright/store'
import type { VaultWish } from './admin.ts'

/**
 * Adds a vault as its definition says it, or changes it: what only the store knows of it stays.
 *
 * @throws {VaultAddressError} {DeploymentInUseError} {InvalidNameError}
 */
export async function putVault(
  vaults: VaultStore,
  { definition, text, lockText }: VaultWish,
  { tenantId, actor }: { readonly tenantId: string; readonly actor: Actor },
): Promise<Vault> {
  const known = await knownOf(vaults, tenantId, deploymentsOf(definition))
  const draft = { ...deploymentsOf(definition, known), definition: text, lock: lockText }
  return vaults.put(tenantId, draft, actor)
}

/** The vault may be stored with chains that its definition has no more, but hardly with none of these. */
async function knownOf(
  vaults: VaultStore,
  tenantId: string,
  { address, deployments }: DefinedVault,
): Promise<Vault | null> {
  for (const { chain } of deployments) {
    const known = await vaults.find(tenantId, { chain, vault: address })
    if (known !== null) return known
  }
  return null
}
