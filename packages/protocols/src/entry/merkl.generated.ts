// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { merkl, merklWithTokens } from '../merkl.ts'

export { protocol } from '../merkl.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Merkl', 'Merkl (with tokens)'],
  decoders: [merkl, merklWithTokens],
}
