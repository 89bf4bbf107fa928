// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { balancerV3 } from '../balancer-v3/pool.ts'
import { curve } from '../curve/protocol.ts'
import { erc4626 } from '../erc-4626/protocol.ts'
import { permit2 } from '../permit2.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../balancer-v3/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['BalancerV3', 'Base', 'Permit2'],
  decoders: [balancerV3, curve, erc4626, permit2, vaultBase],
}
