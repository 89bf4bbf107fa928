// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { elixirClaiming } from '../elixir.ts'

export { protocol } from '../elixir.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['ElixirClaiming'],
  decoders: [elixirClaiming],
}
