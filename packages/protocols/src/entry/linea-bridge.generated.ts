// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { lineaBridge } from '../linea-bridge.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../linea-bridge.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'LineaBridge'],
  decoders: [lineaBridge, vaultBase],
}
