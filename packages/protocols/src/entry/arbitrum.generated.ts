// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { arbitrumNativeBridge } from '../arbitrum/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../arbitrum/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['ArbitrumNativeBridge', 'Base'],
  decoders: [arbitrumNativeBridge, vaultBase],
}
