import { isSvmDefinition, parseSvmDefinition, type SvmDefinition } from '@vaultwright/svm-builder'
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
