// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { aaveV3 } from '../aave-v3/protocol.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../aave-v3/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['AaveV3', 'Base'],
  decoders: [aaveV3, vaultBase],
}
