// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { morphoBlue } from '../morpho-blue/protocol.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../morpho-blue/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'MorphoBlue'],
  decoders: [morphoBlue, vaultBase],
}
