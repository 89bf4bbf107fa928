import type { Finding } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { ruleBook } from '@vaultwright/protocols'
import { checkPolicy, parsePolicy } from '@vaultwright/review'
import type { Context } from './context.ts'
import { readInput, textOf } from './input.ts'

/**
 * Reads a policy, ready to judge trees by.
 *
 * @throws {PolicyFileError} when it is no policy, and what reading throws.
 */
export async function readPolicy(
  path: string,
  context: Context,
): Promise<(file: TreeFile) => readonly Finding[]> {
  const policy = parsePolicy(textOf(await readInput(path, context), path))
  return (file) => checkPolicy(file, policy, { rules: ruleBook })
}
