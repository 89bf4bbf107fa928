// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { balancerV2 } from '../balancer-v2/pool.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../balancer-v2/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['BalancerV2', 'Base'],
  decoders: [balancerV2, vaultBase],
}
