// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { aaveV3 } from '../aave-v3/protocol.ts'
import { hyperLend } from '../hyper-lend.ts'

export { protocol } from '../hyper-lend.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['HyperLend'],
  decoders: [aaveV3, hyperLend],
}
