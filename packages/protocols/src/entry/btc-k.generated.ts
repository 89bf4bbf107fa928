// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { btcK } from '../btc-k.ts'
import { lombardBtcMinter } from '../lombard.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../btc-k.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['BTCK', 'Base'],
  decoders: [btcK, lombardBtcMinter, vaultBase],
}
