import { parsePolicy } from '@vaultwright/review'
import { parseText } from '../failure/file-problem.ts'
import { readInput, textOf } from '../input/input.ts'
import type { Context } from '../terminal/context.ts'

/** Reads a policy file. */
export async function readPolicyFile(
  path: string,
  context: Context,
): Promise<ReturnType<typeof parsePolicy>> {
  const text = textOf(await readInput(path, context), path)
  return parseText({ path, text }, parsePolicy)
}
