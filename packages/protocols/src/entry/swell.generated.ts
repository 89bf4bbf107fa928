// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { swell, swellSimpleStaking, wSwellUnwrapping } from '../swell.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../swell.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Swell', 'SwellSimpleStaking', 'wSwellUnwrapping'],
  decoders: [swell, swellSimpleStaking, wSwellUnwrapping, vaultBase],
}
