import { parseSvmDefinition, type SvmDefinition } from '@vaultwright/svm-builder'
import { MissingDefinitionError, parseEvidence, type VaultEvidence } from './vault-evidence.ts'
import { type SvmVaultFacts, vaultFactsOf } from './vault-facts.ts'

/** A vault's definition, its accounts, and what they say. */
export type VaultReadingData = {
  readonly definition: SvmDefinition
  readonly evidence: VaultEvidence
  readonly facts: SvmVaultFacts
}

/**
 * Reads a vault from what the service answers about its permissions.
 *
 * @throws what the reader of definitions, evidence and accounts throws.
 */
export function readVault(text: string): VaultReadingData {
  const evidence = parseEvidence(text)
  const definition = definitionOf(evidence)
  return { definition, evidence, facts: vaultFactsOf(evidence, definition.program) }
}

/** @throws {MissingDefinitionError} without one, and what the reader of definitions throws. */
export function definitionOf({ definition, vault }: VaultEvidence): SvmDefinition {
  if (definition === null) throw new MissingDefinitionError('none is given')
  const parsed = parseSvmDefinition(definition)
  if (parsed.vault !== vault) throw new MissingDefinitionError(`it is of vault ${parsed.vault}`)
  return parsed
}
