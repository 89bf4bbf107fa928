import {
  type DefinedVault,
  deploymentsOf,
  parseDefinition,
  parseLock,
} from '@vaultwright/definition'
import { faultOfExcess, lockBounds } from '../body/body-bound.ts'
import { excessOfJson } from '../body/json-bound.ts'
import { TextTooComplexError } from './text-too-complex.ts'
import { excessOfYaml, yamlBounds } from './yaml-bound.ts'

/** A vault as its texts say it. */
export type DefinitionTexts = {
  /** YAML or JSON. */
  readonly definition: string
  readonly lock: string | null
}

/**
 * Reads a vault out of its texts.
 *
 * @throws {TextTooComplexError} {DefinitionFileError} {VaultAddressError} {LockFileError} {DuplicateKeyError}
 */
export function readDefinition({ definition, lock }: DefinitionTexts): DefinedVault {
  if (lock !== null) {
    const excess = excessOfJson(lock, lockBounds)
    if (excess !== null) throw new TextTooComplexError(faultOfExcess(excess, lockBounds))
    parseLock(lock)
  }
  const excess = excessOfYaml(definition)
  if (excess === 'depth') {
    const msg = `YAML may be nested ${yamlBounds.depth} deep`
    throw new TextTooComplexError({ type: 'yaml_too_deep', msg })
  }
  if (excess === 'marks') {
    const msg = `YAML may have ${yamlBounds.marks} dashes, brackets, commas, colons and lines`
    throw new TextTooComplexError({ type: 'yaml_too_many_marks', msg })
  }
  return deploymentsOf(parseDefinition(definition))
}
