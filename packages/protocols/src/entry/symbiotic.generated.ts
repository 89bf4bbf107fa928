// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { itbBasePosition } from '../itb/function.ts'
import { symbiotic, symbioticVault } from '../symbiotic.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../symbiotic.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Symbiotic', 'SymbioticVault'],
  decoders: [itbBasePosition, symbiotic, symbioticVault, vaultBase],
}
