import type { Finding } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { ruleBook } from '@vaultwright/protocols'
import { checkPolicy, parsePolicy } from '@vaultwright/review'
import { readInput, textOf } from '../../input/input.ts'
import type { Context } from '../../terminal/context.ts'

export async function readPolicy(
  path: string,
  context: Context,
): Promise<(file: TreeFile) => readonly Finding[]> {
  const policy = parsePolicy(textOf(await readInput(path, context), path))
  return (file) => checkPolicy(file, policy, { rules: ruleBook })
}
