import {
  defaultVaultProgram,
  isSvmAddress,
  parseSvmAddress,
  type SvmAddress,
} from '@vaultwright/svm'
import type { SvmDefinition } from '@vaultwright/svm-builder'
import { UsageError } from '../../command/usage.ts'
import type { Context } from '../../terminal/context.ts'
import { readSvmDefinition } from './definition.ts'

/** The forms of a vault, for the help. */
export const vaultHelp =
  'The vault: its address (the account of its state), or its definition, a file or -'

/** A vault that a person names. */
export type SolanaVaultChoice = {
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
