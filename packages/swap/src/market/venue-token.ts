import { type Address, isAddressText, zeroAddress } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import type { Action, Binding, KnownFacts, VenueFact, VenueToken } from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'

/** The tokens of a permission. */
export type TokenInput = {
  readonly action: Action
  readonly binding: Binding
  readonly knownFacts: KnownFacts
}

/** Tokens that a venue may sell or buy. */
export type TokenChoice = {
  /** The parameter that chooses one; null where nothing has to be said. */
  readonly name: string | null
  /** Null where neither leaves nor facts tell. */
  readonly tokens: readonly Address[] | null
}

/** Finds the tokens that a venue's leaf leaves open, or the one that it binds. */
export function tokenChoiceOf(source: VenueToken, input: TokenInput): TokenChoice {
  switch (source.from) {
    case 'native':
      return { name: null, tokens: [nativeAsset] }
    case 'parameter':
      return { name: source.name, tokens: listOf(boundOf(source.name, input)) }
    case 'list': {
      const bound = input.binding[source.name]
      const value = bound ?? boundOf(source.list, input)
      return { name: source.name, tokens: listOf(value) }
    }
    case 'fact':
      return { name: null, tokens: listOf(factOf(source, input)) }
    case 'pool': {
      const bound = input.binding[source.name]
      if (bound !== undefined) return { name: source.name, tokens: listOf(bound) }
      const tokens = poolCalls.map((call) => listOf(factOf({ of: source.of, call }, input))?.[0])
      const isKnown = tokens.every((token) => token !== undefined)
      return { name: source.name, tokens: isKnown ? (tokens as readonly Address[]) : null }
    }
  }
}

/** Lists what accounts have to be asked before the tokens of a venue are known. */
export function tokenFactsOf(source: VenueToken, input: TokenInput): readonly VenueFact[] {
  if (tokenChoiceOf(source, input).tokens !== null) return []
  switch (source.from) {
    case 'native':
      return []
    case 'fact':
      return [source]
    case 'pool':
      return poolCalls.map((call) => ({ of: source.of, call }))
    default: {
      const name = source.from === 'list' ? source.list : source.name
      const fact = input.action.parameters[name]?.fact
      return fact === undefined ? [] : [fact]
    }
  }
}

/** Source: Uniswap v2 and v3 pools. */
const poolCalls = ['token0()', 'token1()'] as const

function boundOf(name: string, { action, binding, knownFacts }: TokenInput): unknown {
  const bound = binding[name]
  if (bound !== undefined) return bound
  const fact = action.parameters[name]?.fact
  return fact === undefined ? undefined : factOf(fact, { action, binding, knownFacts })
}

function factOf({ of, call }: VenueFact, { binding, knownFacts }: TokenInput): unknown {
  const account = binding[of]
  return typeof account === 'string' ? knownFacts.factOf(account as Address, call) : null
}

/** Some protocols name the native coin by the zero address. */
function listOf(value: unknown): readonly Address[] | null {
  const list = typeof value === 'string' ? [value] : Array.isArray(value) ? value : null
  if (list === null || list.length === 0 || !list.every(isAddressText)) return null
  return list.map((token) => (token === zeroAddress ? nativeAsset : checksumOf(token)))
}
