// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { avalancheBridge } from '../avalanche-bridge.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../avalanche-bridge.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['AvalancheBridge', 'Base'],
  decoders: [avalancheBridge, vaultBase],
}
