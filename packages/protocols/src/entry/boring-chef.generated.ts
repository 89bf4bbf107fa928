// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { boringChef } from '../boring-chef.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../boring-chef.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'BoringChef'],
  decoders: [boringChef, vaultBase],
}
