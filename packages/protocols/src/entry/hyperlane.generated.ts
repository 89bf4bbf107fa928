// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { hyperlane } from '../hyperlane.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../hyperlane.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Hyperlane'],
  decoders: [hyperlane, vaultBase],
}
