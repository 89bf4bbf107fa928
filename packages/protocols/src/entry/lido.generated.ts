// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { lido, lidoStandardBridge } from '../lido/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../lido/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Lido', 'LidoStandardBridge'],
  decoders: [lido, lidoStandardBridge, vaultBase],
}
