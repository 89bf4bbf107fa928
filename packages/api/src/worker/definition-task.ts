import { BaseError } from '@vaultwright/base'
import {
  type DefinedVault,
  deploymentsOf,
  parseDefinition,
  parseLock,
} from '@vaultwright/definition'
import type { NewSvmVault } from '@vaultwright/store'
import { isSvmDefinition, parseSvmDefinition } from '@vaultwright/svm-builder'
import { excessOfJson, faultOfExcess, lockBounds, TextTooComplexError } from '../body/json-bound.ts'

/** A vault as its texts say it. */
export type DefinitionTexts = {
  /** YAML or JSON. */
  readonly definition: string
  readonly lock: string | null
}

/** The maximum nesting of a definition, and its maximum number of marks of structure. */
export const yamlBounds = { depth: 200, marks: 200_000 } as const

const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const comma = 0x2c
const dash = 0x2d
const colon = 0x3a
const questionMark = 0x3f
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** The definition of a vault, by the kind of its chain. */
export type ReadVaultDefinition =
  | { readonly kind: 'evm'; readonly defined: DefinedVault }
  | { readonly kind: 'svm'; readonly defined: Omit<NewSvmVault, 'definition'> }

/**
 * Reads a vault out of its texts.
 *
 * @throws {TextTooComplexError} {DefinitionFileError} {VaultAddressError} {LockFileError} {DuplicateKeyError}
 * @throws {SvmDefinitionError} {LockUnexpectedError} for a vault of Solana.
 */
export function readDefinition({ definition, lock }: DefinitionTexts): ReadVaultDefinition {
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
  if (isSvmDefinition(definition)) {
    if (lock !== null) throw new LockUnexpectedError()
    const { vault: address, name, status, program, vaultId } = parseSvmDefinition(definition)
    return { kind: 'svm', defined: { address, name, status, program, vaultId } }
  }
  return { kind: 'evm', defined: deploymentsOf(parseDefinition(definition)) }
}

/**
 * Counts what a YAML text could hold at most, without reading it: a mark in a text or a remark counts, too.
 *
 * Nesting is that of brackets, and of dashes and question marks that begin one line.
 *
 * @returns what it has too much of; null when it keeps to `yamlBounds`.
 */
export function excessOfYaml(text: string): YamlExcess | null {
  let depth = 0
  let inLine = 0
  let marks = 0
  let isLineStart = true
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === space || code === tab) continue
    const isStart = isLineStart
    isLineStart = false
    if (code === lineFeed || code === carriageReturn) {
      inLine = 0
      isLineStart = true
    } else if (code === dash || code === questionMark) {
      if (!isStart) continue
      inLine++
      isLineStart = true
    } else if (code === openBracket || code === openBrace) depth++
    else if (code === closeBracket || code === closeBrace) depth = Math.max(0, depth - 1)
    else if (code !== comma && code !== colon) continue
    marks++
    if (depth + inLine > yamlBounds.depth) return 'depth'
    if (marks > yamlBounds.marks) return 'marks'
  }
  return null
}

/** A lock file was sent with the definition of a vault that has none. */
class LockUnexpectedError extends BaseError {
  override readonly code = 'lock_unexpected'
  override readonly kind = 'invalid_input'

  constructor() {
    super({
      message:
        'The definition is of a Solana vault, which has no lock file. Send it without a lock.',
    })
  }
}

/** The excess of a YAML text. */
type YamlExcess = keyof typeof yamlBounds
