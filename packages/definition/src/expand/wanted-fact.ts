import type { Address } from '@vaultwright/base'
import type { KnownFacts } from '@vaultwright/protocols'
import { chainIn, type Definition } from '../file/definition.ts'
import { createNameBook } from '../file/name-book.ts'
import type { WantedFact } from './binding.ts'
import { factsOfChain } from './chain-facts.ts'
import { expandStrategist, type Permit } from './expansion.ts'

/** The facts a lock file must hold for a chain of a definition. */
type FactNeeds = {
  /** Tokens whose symbol and decimals are to be read. */
  readonly tokens: readonly Address[]
  /** Calls whose answers are to be read. */
  readonly facts: readonly WantedFact[]
}

/**
 * Lists what must be read from a chain before a definition can be built.
 *
 * One answer may lead to the next question: ask again with what was read until nothing is wanted.
 *
 * @returns tokens and facts that are not known, each once.
 * @throws {MissingPartError} when the definition does not have the chain.
 */
export function wantedFactsOf(
  definition: Definition,
  chain: string | number,
  knownFacts: KnownFacts,
): FactNeeds {
  const definedChain = chainIn(definition, chain)
  const names = createNameBook(definedChain)
  const chainFacts = factsOfChain(definition, definedChain, knownFacts)
  const tokens = new Map<string, Address>()
  const facts = new Map<string, WantedFact>()
  const want = (token: Address) => {
    if (knownFacts.tokenOf(token) === null) tokens.set(token.toLowerCase(), token)
  }
  for (const { address, decimals } of definedChain.tokens.values())
    if (decimals === null) want(address)
  for (const strategist of definedChain.strategists) {
    const scope = { chain: definedChain, strategist, names, knownFacts: chainFacts }
    const { permits, gaps } = expandStrategist(scope)
    for (const { fact } of gaps) facts.set(`${fact.account} ${fact.call}`, fact)
    for (const token of permits.flatMap(tokensOf))
      if (chainFacts.tokenOf(token) === null) want(token)
  }
  return { tokens: [...tokens.values()], facts: [...facts.values()] }
}

function tokensOf(permit: Permit): readonly Address[] {
  if (permit.kind === 'leaf') return []
  const { action, boundAction } = permit
  return Object.entries(action.parameters).flatMap(([name, { kind }]) => {
    const value = boundAction.values[name]
    if (value === undefined || typeof value === 'bigint') return []
    if (kind === 'token') return [value as Address]
    return kind === 'tokens' ? (value as readonly Address[]) : []
  })
}
