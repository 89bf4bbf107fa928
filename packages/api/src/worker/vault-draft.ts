import { keepRecorded } from '@vaultwright/definition'
import type { NewVault, Vault } from '@vaultwright/store'
import type { DefinitionTexts } from './definition-task.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Who reads, and for whom. */
export type DraftReader = { readonly tenantId: string; readonly pool: Pick<WorkerPool, 'run'> }

/**
 * Reads the draft of a vault: what its definition says, over what only the store knows.
 *
 * @returns the draft over a vault as it is stored, null when it is new, or not looked up yet; status and times of deployment stay, a new vault is active.
 * @throws {DefinitionFileError} {VaultAddressError} {LockFileError} {DuplicateKeyError} with the exact place;
 *   {TextTooComplexError}; what `WorkerPool` throws.
 */
export async function readVaultDraft(
  texts: DefinitionTexts,
  { tenantId, pool }: DraftReader,
): Promise<(known: Vault | null) => NewVault> {
  const { definition, lock } = texts
  const characters = definition.length + (lock?.length ?? 0)
  const defined = await pool.run('readDefinition', texts, { tenantId, bytes: characters })
  return (known) => ({ ...keepRecorded(defined, known), definition, lock })
}
