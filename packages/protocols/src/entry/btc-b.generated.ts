// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { btcB } from '../btc-b.ts'
import { lombardBtcMinter } from '../lombard.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../btc-b.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['BTCb', 'Base'],
  decoders: [btcB, lombardBtcMinter, vaultBase],
}
