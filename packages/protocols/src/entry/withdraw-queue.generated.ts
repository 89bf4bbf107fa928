// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { teller } from '../teller/function.ts'
import { vaultBase } from '../vault-base.ts'
import { withdrawQueue } from '../withdraw-queue.ts'

export { protocol } from '../withdraw-queue.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Teller', 'WithdrawQueue'],
  decoders: [teller, vaultBase, withdrawQueue],
}
