import { openLruMap } from '@vaultwright/base'
import type { KnownFacts, KnownUnit } from '@vaultwright/protocols'

/** Tokens of a vault whose units are remembered: a build asks for the same few many times. */
const maxTokens = 500

/**
 * Remembers what is known of tokens.
 *
 * @param facts - whose answers do not change.
 */
export function rememberFacts(facts: KnownFacts): KnownFacts {
  const units = openLruMap<string, KnownUnit | null>({ maxEntries: maxTokens })
  return {
    ...facts,
    tokenOf: (account) => {
      const cached = units.get(account)
      if (cached !== undefined) return cached
      const unit = facts.tokenOf(account)
      units.set(account, unit)
      return unit
    },
  }
}
