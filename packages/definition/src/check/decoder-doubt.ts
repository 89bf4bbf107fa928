import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { rulesFor, rulesOfDecoder } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { contractsAt, tokenOf } from '@vaultwright/registry'
import type { Permit } from '../expand/expansion.ts'
import { type ChainDefinition, ownNames } from '../schema/definition-schema.ts'
import type { PermissionEntry } from '../schema/permission-schema.ts'
import type { EntryDoubt } from './value-doubt.ts'

/** A function that an entry permits, and what is to decode its calls. */
type DecodedFunction = {
  readonly signature: string
  readonly selector: Hex
  readonly decoder: Address
  /** Names of the decoders that pack as the leaf does; null for a leaf as it is. */
  readonly packings: readonly string[] | null
}

/**
 * Finds functions of an entry that its decoder lacks. The Manager asks the decoder first, so that without the
 * function no call matches.
 *
 * @returns `undecoded_function`: one for a decoder that is another contract, one for each function that no
 *   decoder has, or that the decoder of the entry's `packing` has not.
 */
export function decoderDoubtsOf(
  { entry, permits }: { readonly entry: PermissionEntry; readonly permits: readonly Permit[] },
  chain: ChainDefinition,
): readonly EntryDoubt[] {
  const functions = withoutRepeats(permits.flatMap(functionsOf))
  const [first] = functions
  if (first === undefined) return []
  // An entry has one decoder.
  const otherName = otherContractAt(first.decoder, chain)
  if (otherName !== null)
    return [otherContractDoubt(first, { other: otherName, count: functions.length })]
  const packing = entry.kind === 'protocol' ? entry.packing : null
  return functions.flatMap((one) => {
    if (one.packings === null) return rulesFor(ruleBook, one.selector).length > 0 ? [] : [bare(one)]
    if (packing === null || hasFunction(packing, one)) return []
    return [unpackedDoubt(one, { packing, packings: one.packings })]
  })
}

function functionsOf(permit: Permit): readonly DecodedFunction[] {
  if (permit.kind === 'leaf') {
    const { signature, selector, decoder } = permit.leaf
    return [{ signature, selector, decoder, packings: null }]
  }
  const { boundAction, actor } = permit
  return boundAction.patterns.map(({ signature, selector, decoders }) => {
    return { signature, selector, decoder: actor.decoder, packings: decoders }
  })
}

function withoutRepeats(functions: readonly DecodedFunction[]): readonly DecodedFunction[] {
  return [...new Map(functions.map((one) => [one.selector, one])).values()]
}

/** The rules of an older version say only what it does otherwise: the rest is as in the others. */
function hasFunction(packing: string, { selector, packings }: DecodedFunction): boolean {
  if (packings?.includes(packing) === true) return true
  const family = familyOf(packing)
  const versions = [...ruleBook.decoders.keys()].filter((name) => familyOf(name) === family)
  return versions.some((name) =>
    rulesOfDecoder(ruleBook, name).some((rule) => rule.selector === selector),
  )
}

function familyOf(decoder: string): string {
  return decoder.replace(/ \(.*\)$/, '')
}

/** No contract on record is a decoder; null where nothing is known of the account. */
function otherContractAt(decoder: Address, chain: ChainDefinition): string | null {
  const ownName = ownNames.find((name) => {
    const account = chain[name]
    return account !== null && isSameAddress(account, decoder)
  })
  if (ownName !== undefined)
    return ownName === 'vault' ? 'the vault itself' : `the ${ownName} of this vault`
  const tokens = [...chain.tokens].map(([name, { address }]) => [name, address] as const)
  const named = tokens.find(([, address]) => isSameAddress(address, decoder))
  if (named !== undefined) return `the token ${named[0]}`
  const drone = [...chain.drones].find(([, address]) => isSameAddress(address, decoder))
  if (drone !== undefined) return `the drone ${drone[0]}`
  const { id, name } = chain.chain
  const token = tokenOf(id, decoder)
  if (token !== null) return `the token ${token.symbol} of ${name}`
  const [contract] = contractsAt(id, decoder)
  return contract === undefined ? null : `${contract.label} (${contract.role}) of ${name}`
}

function otherContractDoubt(
  { signature, selector, decoder }: DecodedFunction,
  { other: similarName, count }: { readonly other: string; readonly count: number },
): EntryDoubt {
  const functions = count === 1 ? signature : `${signature} and ${count - 1} more`
  const message = `The decoder ${decoder} is ${similarName}, which does not decode ${functions}, so that the Manager refuses every call of this entry. Name a decoder.`
  return { code: 'undecoded_function', message, facts: { selector, decoder, other: similarName } }
}

function bare({ signature, selector, decoder }: DecodedFunction): EntryDoubt {
  const message = `No decoder that is known has the function ${signature} (${selector}), so that ${decoder} may refuse every call of this leaf. Check it with decoder check.`
  return { code: 'undecoded_function', message, facts: { selector, decoder } }
}

function unpackedDoubt(
  { signature, selector, decoder }: DecodedFunction,
  { packing, packings }: { readonly packing: string; readonly packings: readonly string[] },
): EntryDoubt {
  const message = `The decoder ${packing}, which packing names, does not have the function ${signature} (${selector}): its leaves are packed as by ${packings.join(', ')}. Give its action an entry of its own without packing, or check ${decoder} with decoder check.`
  return { code: 'undecoded_function', message, facts: { selector, decoder, packing } }
}
