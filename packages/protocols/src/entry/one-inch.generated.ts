// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { oneInch, oneInchOwned } from '../one-inch/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../one-inch/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'OneInch', 'OneInchOwned'],
  decoders: [oneInch, oneInchOwned, vaultBase],
}
