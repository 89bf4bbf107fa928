// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { scrollBridge } from '../scroll-bridge.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../scroll-bridge.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'ScrollBridge'],
  decoders: [scrollBridge, vaultBase],
}
