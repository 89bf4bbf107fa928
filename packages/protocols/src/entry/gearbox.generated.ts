// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { gearbox } from '../gearbox.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../gearbox.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Gearbox'],
  decoders: [gearbox, vaultBase],
}
