import type { Context } from '../context.ts'
import { type DefinitionWords, readDefinition } from '../definition-input.ts'
import type { VaultWish } from './admin.ts'

/**
 * Reads the definition of a vault and its lock file.
 *
 * @throws {DefinitionFileError} {LockFileError} when one of them is none, and what reading throws.
 */
export async function readVaultWish(words: DefinitionWords, context: Context): Promise<VaultWish> {
  const { definition, text, lockText } = await readDefinition(words, context)
  return { definition, text, lockText }
}
