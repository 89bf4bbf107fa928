// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { pendleRouter } from '../pendle/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../pendle/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'PendleRouter'],
  decoders: [pendleRouter, vaultBase],
}
