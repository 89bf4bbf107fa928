// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { mantle, mantleStandardBridge } from '../mantle.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../mantle.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Mantle', 'MantleStandardBridge'],
  decoders: [mantle, mantleStandardBridge, vaultBase],
}
