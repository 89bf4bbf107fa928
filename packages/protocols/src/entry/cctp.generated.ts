// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { cctp } from '../cctp.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../cctp.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'CCTP'],
  decoders: [cctp, vaultBase],
}
