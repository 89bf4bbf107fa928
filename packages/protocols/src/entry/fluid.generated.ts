// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { fluidDex, fluidFToken, fluidRewardsClaiming } from '../fluid/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../fluid/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'FluidDex', 'FluidFToken', 'FluidRewardsClaiming'],
  decoders: [fluidDex, fluidFToken, fluidRewardsClaiming, vaultBase],
}
