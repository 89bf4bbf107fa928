// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { goldiVault } from '../goldilocks.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../goldilocks.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'GoldiVault'],
  decoders: [goldiVault, vaultBase],
}
