// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { rFlr } from '../flare.ts'

export { protocol } from '../flare.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['rFLR'],
  decoders: [rFlr],
}
