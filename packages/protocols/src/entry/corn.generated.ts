// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { btcnMinter, cornStaking } from '../corn.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../corn.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['BTCNMinter', 'Base', 'CornStaking'],
  decoders: [btcnMinter, cornStaking, vaultBase],
}
