// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { curve } from '../curve/protocol.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../curve/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Curve'],
  decoders: [curve, vaultBase],
}
