// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { erc4626 } from '../erc-4626/protocol.ts'
import { roycoWeiroll } from '../royco/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../royco/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'RoycoWeiroll'],
  decoders: [erc4626, roycoWeiroll, vaultBase],
}
