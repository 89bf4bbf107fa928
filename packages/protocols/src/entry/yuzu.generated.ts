// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { erc4626 } from '../erc-4626/protocol.ts'
import { vaultBase } from '../vault-base.ts'
import { yuzu } from '../yuzu.ts'

export { protocol } from '../yuzu.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Yuzu'],
  decoders: [erc4626, vaultBase, yuzu],
}
