// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { ethenaMinting, ethenaWithdraw } from '../ethena.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../ethena.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'EthenaMinting', 'EthenaWithdraw'],
  decoders: [ethenaMinting, ethenaWithdraw, vaultBase],
}
