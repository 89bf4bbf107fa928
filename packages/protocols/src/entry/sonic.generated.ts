// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { sonicDeposit, sonicGateway } from '../sonic.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../sonic.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'SonicDeposit', 'SonicGateway'],
  decoders: [sonicDeposit, sonicGateway, vaultBase],
}
