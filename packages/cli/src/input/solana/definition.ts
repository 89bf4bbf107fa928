import {
  defaultVaultProgram,
  isSvmAddress,
  parseSvmAddress,
  type SvmAddress,
} from '@vaultwright/svm'
import { isSvmDefinition, parseSvmDefinition, type SvmDefinition } from '@vaultwright/svm-builder'
import { UsageError } from '../../command/usage.ts'
import { parseText } from '../../failure/file-problem.ts'
import type { Context } from '../../terminal/context.ts'
import { readInput, textOf } from '../input.ts'

/** Reads a vault definition of kind solana. */
export async function readSvmDefinition(path: string, context: Context): Promise<SvmDefinition> {
  const text = textOf(await readInput(path, context), path)
  return parseText({ path, text }, parseSvmDefinition)
}

/**
 * Reads a definition if its file is of kind solana.
 *
 * @returns null for another definition, and for standard input, which only one reader can take.
 */
export async function svmDefinitionIn(
  path: string | undefined,
  context: Context,
): Promise<SvmDefinition | null> {
  if (path === undefined || path === '-') return null
  const text = textOf(await readInput(path, context), path)
  return isSvmDefinition(text) ? parseText({ path, text }, parseSvmDefinition) : null
}

/** The forms of a vault, for the help. */
export const vaultHelp =
  'The vault: its address (the account of its state), or its definition, a file or -'

/** A vault that a person names. */
type SolanaVaultChoice = {
  readonly vault: SvmAddress
  readonly program: SvmAddress
  /** Null where the vault was given by its address. */
  readonly definition: SvmDefinition | null
}

/** Reads a vault from its address, or from its definition. */
export async function readVaultWord(
  word: string,
  program: string | undefined,
  context: Context,
): Promise<SolanaVaultChoice> {
  if (isSvmAddress(word)) {
    const meant = program === undefined ? defaultVaultProgram : parseSvmAddress(program)
    return { vault: word, program: meant, definition: null }
  }
  // A word of that shape is an address with a slip in it rather than a file.
  if (/^(0x[0-9a-fA-F]+|[0-9A-Za-z]{30,50})$/.test(word)) parseSvmAddress(word)
  const definition = await readSvmDefinition(word, context)
  if (program !== undefined) {
    throw new UsageError('The definition says its program. Leave --program out.')
  }
  return { vault: definition.vault, program: definition.program, definition }
}
