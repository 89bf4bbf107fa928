// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { gluex } from '../gluex.ts'
import { permit2 } from '../permit2.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../gluex.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'GlueX'],
  decoders: [gluex, permit2, vaultBase],
}
