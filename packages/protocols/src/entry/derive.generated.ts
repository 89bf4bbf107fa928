// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { derive, deriveWithdraw } from '../derive/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../derive/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Derive', 'DeriveWithdraw'],
  decoders: [derive, deriveWithdraw, vaultBase],
}
