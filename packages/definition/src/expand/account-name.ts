import type { Address } from '@vaultwright/base'
import { emptyFacts, type KnownFacts } from '@vaultwright/protocols'
import { type NameLookup, registryUnits, type UnitLookup } from '@vaultwright/registry'
import { chainIn, type Definition } from '../file/definition.ts'
import { factsOfLock, type Lock } from '../file/lock.ts'
import { chainNamesOf } from './chain-facts.ts'
import { rootHolderOf } from './root-call.ts'

/** Names of accounts and units of tokens out of one file. */
type NamedAccounts = { readonly names: NameLookup; readonly units: UnitLookup }

/**
 * Reads the names that a definition gives to accounts of a chain, and the units of its tokens.
 *
 * @param chain - as the definition names it, or its id.
 * @returns addresses, tokens, drones, decoders, strategists, the vault and what belongs to it.
 * @throws {MissingPartError} when the definition does not have the chain.
 */
export function definitionNames(definition: Definition, chain: string | number): NamedAccounts {
  const definedChain = chainIn(definition, chain)
  const { labels, tokens } = chainNamesOf(
    definition,
    definedChain,
    unitsOnly(definedChain.chain.id),
  )
  const texts = new Map(labels)
  const add = (account: Address | null, text: string) => {
    if (account === null || texts.has(account.toLowerCase())) return
    texts.set(account.toLowerCase(), text)
  }
  for (const [name, account] of definedChain.decoders) add(account, `decoder ${name}`)
  for (const strategist of definedChain.strategists) {
    add(rootHolderOf(definedChain, strategist), `strategist ${strategist.name}`)
  }
  return {
    names: (address) => {
      const text = texts.get(address.toLowerCase())
      return text === undefined ? null : { text, source: 'definition' }
    },
    units: (address) => {
      const unit = tokens.get(address.toLowerCase())
      if (unit === undefined) return null
      return { symbol: unit.symbol, decimals: unit.decimals, source: 'definition' }
    },
  }
}

/**
 * Reads the symbols that a lock file has of a chain's tokens, and their units.
 *
 * @param chainId - as in 1; a lock without the chain names nothing.
 */
export function lockNames(lock: Lock, chainId: number): NamedAccounts {
  const facts = factsOfLock(lock, chainId)
  return {
    names: (address) => {
      const text = facts.labelOf(address)
      return text === null ? null : { text, source: 'lock' }
    },
    units: (address) => {
      const unit = facts.tokenOf(address)
      if (unit === null) return null
      return { symbol: unit.symbol, decimals: unit.decimals, source: 'lock' }
    },
  }
}

/** A definition may leave decimals to the record. */
function unitsOnly(chainId: number): KnownFacts {
  const units = registryUnits(chainId)
  const tokenOf = (account: Address) => {
    const unit = units(account)
    return unit === null ? null : { ...unit, resetsApproval: null }
  }
  return { ...emptyFacts, tokenOf }
}
