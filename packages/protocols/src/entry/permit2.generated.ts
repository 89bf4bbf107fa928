// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { permit2 } from '../permit2.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../permit2.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Permit2'],
  decoders: [permit2, vaultBase],
}
