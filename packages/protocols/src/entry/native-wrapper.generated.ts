// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { nativeWrapper } from '../native-wrapper/protocol.ts'

export { protocol } from '../native-wrapper/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['NativeWrapper'],
  decoders: [nativeWrapper],
}
