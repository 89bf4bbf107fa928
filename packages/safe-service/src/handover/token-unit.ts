import { type Address, zeroAddress } from '@vaultwright/base'
import type { ChainUnit } from '@vaultwright/chain'
import type { CallContext } from '@vaultwright/protocols'
import { joinUnits, statedUnits, type UnitLookup } from '@vaultwright/registry'

/** Tokens that are asked for their units at once, as many as the interface lists: a transaction could name any number. */
const maxTokens = 24

/** Lists the tokens, at most 24, that have to be asked for their units; the coin of the chain is none of them. */
export function tokensToAsk(tokens: Iterable<Address>, units: UnitLookup): readonly Address[] {
  const isAsked = (token: Address) => token !== zeroAddress && units(token) === null
  return [...new Set(tokens)].filter(isAsked).slice(0, maxTokens)
}

/** Counts amounts in units that tokens state, too, where nothing else knows them. */
export function withTokenUnits(naming: CallContext, units: readonly ChainUnit[]): CallContext {
  return { ...naming, units: joinUnits(naming.units, statedUnits(units, 'chain')) }
}
