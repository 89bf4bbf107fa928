// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { atomicQueue } from '../atomic-queue.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../atomic-queue.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['AtomicQueue', 'Base'],
  decoders: [atomicQueue, vaultBase],
}
