// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { erc4626 } from '../erc-4626/protocol.ts'
import { vaultCraft } from '../vault-craft.ts'

export { protocol } from '../vault-craft.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['VaultCraft'],
  decoders: [erc4626, vaultCraft],
}
