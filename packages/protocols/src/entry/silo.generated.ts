// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { erc4626 } from '../erc-4626/protocol.ts'
import { siloRules, siloVault } from '../silo/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../silo/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Silo', 'SiloVault'],
  decoders: [erc4626, siloRules, siloVault, vaultBase],
}
