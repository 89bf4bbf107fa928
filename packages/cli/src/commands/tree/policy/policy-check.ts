import type { Finding } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { ruleBook } from '@vaultwright/protocols'
import { checkPolicy, parsePolicy } from '@vaultwright/review'
import { parseText } from '../../../failure/file-problem.ts'
import { readInput, textOf } from '../../../input/input.ts'
import type { Context } from '../../../terminal/context.ts'

export async function readPolicy(
  path: string,
  context: Context,
): Promise<(file: TreeFile) => readonly Finding[]> {
  const text = textOf(await readInput(path, context), path)
  const policy = parseText({ path, text }, parsePolicy)
  return (file) => checkPolicy(file, policy, { rules: ruleBook })
}
