import type { Address } from '@vaultwright/base'
import { emptyFacts, type KnownFacts, type KnownUnit, mergeFacts } from '@vaultwright/protocols'
import type { Definition } from '../file/definition.ts'
import type { ChainDefinition } from '../schema/definition-schema.ts'

/** Names and tokens of a chain's accounts, as a definition has them. Accounts are in lower case. */
export type ChainNames = {
  readonly labels: ReadonlyMap<string, string>
  readonly tokens: ReadonlyMap<string, KnownUnit>
}

/** Joins what a definition says of a chain's accounts with what is known of them otherwise. */
export function factsOfChain(
  definition: Definition,
  chain: ChainDefinition,
  rest: KnownFacts,
): KnownFacts {
  return mergeFacts([factsOfNames(chainNamesOf(definition, chain, rest)), rest])
}

/** Lists the names and tokens that a definition has for a chain's accounts. */
export function chainNamesOf(
  definition: Definition,
  chain: ChainDefinition,
  rest: KnownFacts,
): ChainNames {
  const labels = new Map<string, string>()
  const label = (account: Address | null, name: string) => {
    if (account !== null && !labels.has(account.toLowerCase())) {
      labels.set(account.toLowerCase(), name)
    }
  }
  for (const [symbol, token] of chain.tokens) label(token.address, token.symbol ?? symbol)
  for (const [name, account] of chain.addresses) label(account, name)
  for (const [name, account] of chain.drones) label(account, name)
  label(chain.vault, definition.name)
  label(chain.manager, `manager of ${definition.name}`)
  label(chain.accountant, `accountant of ${definition.name}`)
  label(chain.teller, `teller of ${definition.name}`)
  const named = new Map(
    [...chain.tokens].map(([name, token]) => [
      token.address.toLowerCase(),
      { ...token, symbol: token.symbol ?? name },
    ]),
  )
  const tokens = new Map<string, KnownUnit>()
  for (const [key, { address, symbol, decimals: definedDecimals }] of named) {
    const knownToken = rest.tokenOf(address)
    const decimals = definedDecimals ?? knownToken?.decimals ?? null
    if (decimals === null) continue
    tokens.set(key, { symbol, decimals, resetsApproval: knownToken?.resetsApproval ?? null })
  }
  return { labels, tokens }
}

/** Answers from names and tokens. */
export function factsOfNames({ labels, tokens }: ChainNames): KnownFacts {
  return {
    ...emptyFacts,
    labelOf: (account) => labels.get(account.toLowerCase()) ?? null,
    tokenOf: (account) => tokens.get(account.toLowerCase()) ?? null,
  }
}
