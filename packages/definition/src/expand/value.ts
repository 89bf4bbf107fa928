import type { Hex } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { ActionParameter, NetworkParameter, Numbering } from '@vaultwright/protocols'
import { type ChainInfo, chainOf, chains } from '@vaultwright/registry'
import type { NameBook } from '../file/name-book.ts'
import type { WrittenValue } from '../schema/permission-schema.ts'

/** One value of a parameter as it is written: a word, or the words of a list. */
export type WrittenItem = string | readonly string[]

/** The value of a written text, or the reason that it has none. */
export type ValueReading =
  | { readonly ok: true; readonly value: AbiValue }
  | { readonly ok: false; readonly why: string }

/** The parameter that a value is for. */
export type WrittenValueContext = {
  readonly parameter: ActionParameter
  readonly protocol: string
  readonly names: NameBook
}

/**
 * Takes apart what is written for a parameter: a list of words is several values, for a parameter that is
 * itself a list it is one, and a list of lists several.
 *
 * @returns one or more values; null when lists are nested where they cannot be.
 */
export function valuesIn(
  written: WrittenValue,
  parameter: ActionParameter,
): readonly WrittenItem[] | null {
  const isNested = (item: WrittenItem): item is readonly string[] => typeof item !== 'string'
  if (typeof written === 'string') return [isList(parameter) ? [written] : written]
  if (!isList(parameter)) return written.some(isNested) ? null : (written as readonly string[])
  if (!written.some(isNested)) return [written as readonly string[]]
  return written.every(isNested) ? (written as readonly (readonly string[])[]) : null
}

/**
 * Reads one value of a parameter, names resolved.
 *
 * @returns addresses in EIP-55, numbers as bigint, 32 bytes in lower case; or why it cannot be.
 */
export function readValue(written: WrittenItem, scope: WrittenValueContext): ValueReading {
  const { parameter } = scope
  if (typeof written !== 'string') return readList(written, scope)
  switch (parameter.kind) {
    case 'account':
    case 'token':
      return accountIn(written, scope)
    case 'network':
      return networkIn(written, parameter)
    case 'word':
      return wordIn(written, scope)
    case 'integer':
      return integerIn(written, parameter)
    default:
      return { ok: true, value: written }
  }
}

function isList({ kind }: ActionParameter): boolean {
  return kind === 'tokens' || kind === 'integers' || kind === 'amounts' || kind === 'minimums'
}

function readList(written: readonly string[], scope: WrittenValueContext): ValueReading {
  const values: AbiValue[] = []
  for (const word of written) {
    const account = accountIn(word, scope)
    if (!account.ok) return account
    values.push(account.value)
  }
  return { ok: true, value: values }
}

function accountIn(
  word: string,
  { parameter, protocol, names }: WrittenValueContext,
): ValueReading {
  const role = 'role' in parameter ? (parameter.role ?? null) : null
  const lookup = names.accountOf(word, { protocol, role })
  return lookup.ok ? { ok: true, value: lookup.account } : lookup
}

function networkIn(word: string, { numbering }: NetworkParameter): ValueReading {
  if (/^\d+$/.test(word)) return numberIn(word, numbering)
  const chain = chainOf(word)
  if (chain === null)
    return unreadableValue(`${JSON.stringify(word)} is neither a chain nor a number`)
  const number = numberOf(chain, numbering)
  if (number !== null) return { ok: true, value: number }
  return unreadableValue(`no ${numbering} number of ${word} is on record. Give the number itself`)
}

/** The id of a chain in the place of what a bridge calls it would permit another chain, or none. */
function numberIn(word: string, numbering: Numbering): ValueReading {
  const number = BigInt(word)
  if (chains.some((chain) => numberOf(chain, numbering) === number)) {
    return { ok: true, value: number }
  }
  const meant = chains.find(({ id }) => BigInt(id) === number)
  if (meant === undefined) return { ok: true, value: number }
  return unreadableValue(
    `${word} is the chain id of ${meant.name}, not its ${numbering} number. Write ${meant.slug}`,
  )
}

/**
 * Gives what a bridge calls a chain.
 *
 * @returns its number; null when none is on record.
 */
export function numberOf(chain: ChainInfo, numbering: Numbering): bigint | null {
  const numbers = {
    layer_zero: chain.layerZeroEid,
    cctp: chain.cctpDomain,
    ccip: chain.ccipSelector,
    chain_id: chain.id,
  }
  const number = numbers[numbering]
  return number === null ? null : BigInt(number)
}

function wordIn(word: string, scope: WrittenValueContext): ValueReading {
  if (/^0x[0-9a-fA-F]{64}$/.test(word)) return { ok: true, value: word.toLowerCase() as Hex }
  if (scope.parameter.kind !== 'word' || scope.parameter.as !== 'account') {
    return unreadableValue(`${JSON.stringify(word)} is not 0x and 64 hex digits`)
  }
  const lookup = scope.names.accountOf(word, { protocol: scope.protocol, role: null })
  if (!lookup.ok) return lookup
  return { ok: true, value: `0x${'0'.repeat(24)}${lookup.account.slice(2).toLowerCase()}` }
}

function integerIn(
  word: string,
  { min, max }: { readonly min: bigint; readonly max: bigint },
): ValueReading {
  const number = /^-?\d+$/.test(word) ? BigInt(word) : null
  if (number !== null && number >= min && number <= max) return { ok: true, value: number }
  return unreadableValue(`${JSON.stringify(word)} is not a whole number from ${min} to ${max}`)
}

function unreadableValue(why: string): ValueReading {
  return { ok: false, why }
}
