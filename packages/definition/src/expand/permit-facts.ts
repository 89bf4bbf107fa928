import type { AbiValue } from '@vaultwright/manager'
import { type Action, emptyFacts, type KnownFacts, mergeFacts } from '@vaultwright/protocols'
import { chainIn, type Definition } from '../file/definition.ts'
import { createNameBook } from '../file/name-book.ts'
import { usesOf } from '../schema/parameter-use.ts'
import { type ChainNames, chainNamesOf, factsOfNames } from './chain-facts.ts'
import { expandStrategist, type Permit } from './expansion.ts'

type KnownEntry = Readonly<Record<string, AbiValue>>

/** All that a definition tells of a chain, as data that threads can hand over. Accounts are in lower case. */
export type DefinedFacts = ChainNames & {
  /** Names of protocols by account. */
  readonly protocols: ReadonlyMap<string, readonly string[]>
  /** Values that belong together, by protocol. */
  readonly entries: ReadonlyMap<string, readonly KnownEntry[]>
}

/**
 * Gives all that a definition knows of a chain: names and tokens, which account is whose protocol's, and
 * values that belong together though leaves do not bind them, such as the LLTV of a market.
 *
 * @param rest - what lock file and registry know.
 * @returns the definition's own first, then the rest.
 * @throws {MissingPartError} when the definition does not have the chain.
 */
export function factsOfDefinition(
  definition: Definition,
  chain: string | number,
  rest: KnownFacts,
): KnownFacts {
  return knownFactsFrom(definedFactsOf(definition, chain, rest), rest)
}

/**
 * Reads all that a definition knows of a chain.
 *
 * @param rest - what lock file and registry know.
 * @returns the definition's own, without the rest.
 * @throws {MissingPartError} when the definition does not have the chain.
 */
export function definedFactsOf(
  definition: Definition,
  chain: string | number,
  rest: KnownFacts,
): DefinedFacts {
  const definedChain = chainIn(definition, chain)
  const chainNames = chainNamesOf(definition, definedChain, rest)
  const knownFacts = mergeFacts([factsOfNames(chainNames), rest])
  const names = createNameBook(definedChain)
  const permits = definedChain.strategists.flatMap(
    (strategist) =>
      expandStrategist({ chain: definedChain, strategist, names, knownFacts }).permits,
  )
  const entries = new Map<string, Map<string, KnownEntry>>()
  const owners = new Map<string, Set<string>>()
  for (const permit of permits) note(permit, { entries, owners })
  return {
    ...chainNames,
    protocols: new Map([...owners].map(([account, names]) => [account, [...names]])),
    entries: new Map([...entries].map(([protocol, found]) => [protocol, [...found.values()]])),
  }
}

/**
 * Answers from what a definition tells, and from the rest where it tells nothing.
 *
 * @param defined - as `definedFactsOf` reads it.
 * @param rest - the same lock file and registry.
 * @returns the definition's own first, then the rest.
 */
export function knownFactsFrom(defined: DefinedFacts, rest: KnownFacts): KnownFacts {
  const { protocols, entries } = defined
  const facts: KnownFacts = {
    ...emptyFacts,
    protocolsOf: (account) => protocols.get(account.toLowerCase()) ?? [],
    entriesOf: (protocol) => entries.get(protocol) ?? [],
  }
  return mergeFacts([facts, factsOfNames(defined), rest])
}

type Notes = {
  readonly entries: Map<string, Map<string, KnownEntry>>
  readonly owners: Map<string, Set<string>>
}

function note(permit: Permit, { entries, owners }: Notes): void {
  if (permit.kind === 'leaf') return
  const { action, boundAction } = permit
  const { protocol } = action
  const target = boundAction.values[action.target]
  if (typeof target === 'string') {
    const accountOwners = owners.get(target.toLowerCase()) ?? new Set<string>()
    owners.set(target.toLowerCase(), accountOwners.add(protocol))
  }
  if (!isTelling(action, boundAction.values)) return
  const key = Object.entries(boundAction.values)
    .map(([name, value]) => `${name}=${String(value)}`)
    .sort()
    .join('&')
  const protocolEntries = entries.get(protocol) ?? new Map<string, KnownEntry>()
  entries.set(protocol, protocolEntries.set(key, boundAction.values))
}

/** Values that the leaf itself binds need not be given. */
function isTelling(action: Action, values: KnownEntry): boolean {
  const uses = usesOf(action)
  return Object.keys(values).some((name) => uses.get(name) !== 'bound')
}
