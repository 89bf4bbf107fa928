// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { redSnwapper } from '../red-snwapper.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../red-snwapper.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'RedSnwapper'],
  decoders: [redSnwapper, vaultBase],
}
