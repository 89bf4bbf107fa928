import type { Finding } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { ruleBook } from '@vaultwright/protocols'
import { checkPolicy, parsePolicy } from '@vaultwright/review'

/**
 * Judges a tree by a policy.
 *
 * @param text - of a policy file, YAML or JSON.
 * @throws {PolicyFileError} with line and column.
 */
export function policyFindings(file: TreeFile, text: string): readonly Finding[] {
  return checkPolicy(file, parsePolicy(text), { rules: ruleBook })
}
