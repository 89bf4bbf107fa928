// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { eigenLayer } from '../eigen-layer/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../eigen-layer/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'EigenLayerLSTStaking'],
  decoders: [eigenLayer, vaultBase],
}
