// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { agglayer } from '../agglayer/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../agglayer/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Agglayer', 'Base'],
  decoders: [agglayer, vaultBase],
}
