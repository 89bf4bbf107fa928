import {
  type AccountProtocols,
  type ChainDefinition,
  protocolsOfAccounts as protocolsIn,
} from '@vaultwright/definition'
import { knownFactsFor } from '@vaultwright/operations'
import type { DefinitionSource } from './input.ts'

/** Finds the protocols of the accounts of one chain of a definition. */
export function protocolsOfAccounts(
  source: DefinitionSource,
  { chain: { id } }: ChainDefinition,
): AccountProtocols {
  return protocolsIn(source.definition, { chain: id, knownFacts: knownFactsFor(source, id) })
}
