// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { erc4626 } from '../erc-4626/protocol.ts'
import { ultraYield } from '../ultra-yield.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../ultra-yield.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'UltraYield'],
  decoders: [erc4626, ultraYield, vaultBase],
}
