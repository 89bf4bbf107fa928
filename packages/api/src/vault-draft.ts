import { deploymentsOf, parseDefinition, parseLock } from '@vaultwright/definition'
import type { Vault, VaultDraft } from '@vaultwright/store'

/** A vault as its texts say it. */
export type DefinitionTexts = {
  /** YAML or JSON. */
  readonly definition: string
  readonly lock: string | null
}

/**
 * Reads the draft of a vault: what its definition says, over what only the store knows.
 *
 * @param texts - the definition, and its lock file where there is one; read once, for reading takes its time.
 * @returns the draft over a vault as it is stored, null when it is new, or not looked up yet; status and times of deployment stay, a new vault is active.
 * @throws {DefinitionFileError} {VaultAddressError} {LockFileError} {DuplicateKeyError} with the exact place.
 */
export function readVaultDraft(texts: DefinitionTexts): (known: Vault | null) => VaultDraft {
  const { definition, lock } = texts
  if (lock !== null) parseLock(lock)
  const parsed = parseDefinition(definition)
  return (known) => ({ ...deploymentsOf(parsed, known), definition, lock })
}
