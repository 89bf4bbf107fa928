// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { standardBridge } from '../standard-bridge.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../standard-bridge.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'StandardBridge'],
  decoders: [standardBridge, vaultBase],
}
