import { type Leaf, selectorOf } from '@vaultwright/manager'
import {
  addressOf,
  countOf,
  type Fields,
  fieldsOf,
  flagOf,
  itemsOf,
  maxCapacity,
  type Source,
  wordsOf,
} from './field.ts'
import { refuse } from './json-text.ts'

/** The leaves of a file, one a slot, and their `LeafIndex` where the file has it. */
export type ReadLeaves = {
  readonly leaves: readonly Leaf[]
  readonly leafIndexes: readonly number[] | null
}

/**
 * Reads the leaf objects of a solidity file; what they state about themselves is left out.
 *
 * @param source - the text they come from.
 * @param items - the value of `leafs`.
 * @returns leaves in slot order, their selectors from their signatures.
 * @throws {FileSchemaError} when there is none, too many, or a value is not what it should be.
 */
export function readLeaves(source: Source, items: readonly unknown[]): ReadLeaves {
  if (items.length === 0) refuse(source.text, ['leafs'], 'must hold at least one leaf')
  if (items.length > maxCapacity) {
    refuse(source.text, ['leafs'], `must hold at most ${maxCapacity} leaves, not ${items.length}`)
  }
  const leaves: Leaf[] = []
  const indexes: number[] = []
  for (let slot = 0; slot < items.length; slot++) {
    const path = ['leafs', slot]
    const fields = fieldsOf(source, items[slot], path)
    leaves.push(readLeaf(source, fields, slot))
    if (Object.hasOwn(fields, 'LeafIndex')) {
      indexes.push(countOf(source, fields.LeafIndex, [...path, 'LeafIndex']))
    }
    if (indexes.length !== 0 && indexes.length !== slot + 1) {
      const why = 'either every leaf has a LeafIndex or none; this is the first that differs'
      refuse(source.text, path, `breaks a rule: ${why}`)
    }
  }
  return { leaves, leafIndexes: indexes.length === 0 ? null : indexes }
}

/** Paths are only made for what is new or wrong: this runs for every slot of a cold process. */
function readLeaf(source: Source, fields: Fields, slot: number): Leaf {
  const { addresses } = source
  const { CanSendValue: flag, Description: description, FunctionSignature: signature } = fields
  const { DecoderAndSanitizerAddress: decoder, TargetAddress: target } = fields
  const path = (key: string) => ['leafs', slot, key]
  const words = (value: unknown, key: string) =>
    typeof value === 'string' ? value : wordsOf(source, value, path(key))
  const name = words(signature, 'FunctionSignature')
  return {
    decoder:
      addresses.get(decoder) ?? addressOf(source, decoder, path('DecoderAndSanitizerAddress')),
    target: addresses.get(target) ?? addressOf(source, target, path('TargetAddress')),
    canSendValue: typeof flag === 'boolean' ? flag : flagOf(source, flag, path('CanSendValue')),
    signature: name,
    selector: selectorOf(name),
    arguments: itemsOf(source, fields.AddressArguments, path('AddressArguments')).map(
      (item, index) =>
        addresses.get(item) ?? addressOf(source, item, [...path('AddressArguments'), index]),
    ),
    description: words(description, 'Description'),
  }
}
