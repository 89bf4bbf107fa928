// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { convex, convexFx } from '../convex.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../convex.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Convex', 'ConvexFX'],
  decoders: [convex, convexFx, vaultBase],
}
