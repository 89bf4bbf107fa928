import {
  type AccountProtocols,
  type ChainDefinition,
  protocolsOfAccounts as protocolsIn,
} from '@vaultwright/definition'
import { knownFactsFor, type LockedDefinition } from '@vaultwright/operations'

/** Finds the protocols of the accounts of one chain of a definition. */
export function protocolsOfAccounts(
  source: LockedDefinition,
  { chain: { id } }: ChainDefinition,
): AccountProtocols {
  return protocolsIn(source.definition, { chain: id, knownFacts: knownFactsFor(source, id) })
}
