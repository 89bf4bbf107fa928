// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { oft, oftOneAddress } from '../layer-zero.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../layer-zero.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'OFT', 'OFT (receiver as one address)'],
  decoders: [oft, oftOneAddress, vaultBase],
}
