// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { etherFi, weEth } from '../ether-fi/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../ether-fi/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'EtherFi', 'WeETH'],
  decoders: [etherFi, weEth, vaultBase],
}
