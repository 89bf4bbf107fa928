// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { dvSteth } from '../dv-steth.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../dv-steth.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'DvStETH'],
  decoders: [dvSteth, vaultBase],
}
