import { keepKnown } from '@vaultwright/definition'
import type { Vault, VaultDraft } from '@vaultwright/store'
import { type DefinitionTexts, readDefinition } from './worker/definition-task.ts'
import type { WorkerPool } from './worker/worker-pool.ts'

/** Texts that are read sooner than a thread is asked. */
const smallCharacters = 4_096

/** Who reads, and for whom. */
export type DraftReader = { readonly tenantId: string; readonly pool: Pick<WorkerPool, 'run'> }

/**
 * Reads the draft of a vault: what its definition says, over what only the store knows.
 *
 * @param texts - the definition, and its lock file where there is one; read once, for reading takes its time.
 * @param reader - reads long texts in a thread.
 * @returns the draft over a vault as it is stored, null when it is new, or not looked up yet; status and times of deployment stay, a new vault is active.
 * @throws {DefinitionFileError} {VaultAddressError} {LockFileError} {DuplicateKeyError} with the exact place;
 *   {TextTooComplexError}; what `WorkerPool` throws.
 */
export async function readVaultDraft(
  texts: DefinitionTexts,
  { tenantId, pool }: DraftReader,
): Promise<(known: Vault | null) => VaultDraft> {
  const { definition, lock } = texts
  const characters = definition.length + (lock?.length ?? 0)
  const defined =
    characters <= smallCharacters
      ? readDefinition(texts)
      : await pool.run('readDefinition', texts, { tenantId, bytes: characters })
  return (known) => ({ ...keepKnown(defined, known), definition, lock })
}
