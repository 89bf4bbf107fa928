// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { mfOne } from '../mf-one.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../mf-one.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'MFOne'],
  decoders: [mfOne, vaultBase],
}
