import type { Address, Steps } from '@vaultwright/base'
import { type Leaf, selectorOf } from '@vaultwright/manager'
import { maximumCapacity } from '@vaultwright/merkle'
import {
  addressOf,
  countOf,
  fieldsOf,
  flagOf,
  itemsOf,
  type JsonFields,
  type JsonSource,
  stringOf,
} from '../text/field.ts'
import { refuse } from '../text/json-text.ts'
import type { JsonPath } from '../text/json-walk.ts'
import { type ProgressReport, slotsOfStep } from '../text/progress.ts'

/** The leaves of a file, one a slot, and their `LeafIndex` where the file has it. */
export type ReadLeaves = {
  readonly leaves: readonly Leaf[]
  readonly leafIndexes: readonly number[] | null
}

/**
 * Reads the leaf objects of a solidity file; what they state about themselves is left out.
 *
 * @returns leaves in slot order, their selectors from their signatures.
 * @throws {FileSchemaError} when there is none, too many, or a value is not what it should be.
 */
export function* leafSteps(
  source: JsonSource,
  items: readonly unknown[],
  report: ProgressReport,
): Steps<ReadLeaves> {
  if (items.length === 0) refuse(source.text, ['leafs'], 'must hold at least one leaf')
  if (items.length > maximumCapacity) {
    refuse(
      source.text,
      ['leafs'],
      `must hold at most ${maximumCapacity} leaves, not ${items.length}`,
    )
  }
  const leaves: Leaf[] = []
  const indexes: number[] = []
  for (let slot = 0; slot < items.length; slot++) {
    if (slot % slotsOfStep === 0) {
      report(slot / items.length)
      yield
    }
    const path = ['leafs', slot]
    const fields = fieldsOf(source, items[slot], path)
    leaves.push(readLeaf(source, fields, slot))
    if (fields.LeafIndex !== undefined) {
      indexes.push(countOf(source, fields.LeafIndex, [...path, 'LeafIndex']))
    }
    if (indexes.length !== 0 && indexes.length !== slot + 1) {
      const reason = 'either every leaf has a LeafIndex or none; this is the first that differs'
      refuse(source.text, path, `breaks a rule: ${reason}`)
    }
  }
  return { leaves, leafIndexes: indexes.length === 0 ? null : indexes }
}

/** Checks in place what is as it should be; only the rest costs a path. A cold process waits here. */
function readLeaf(source: JsonSource, fields: JsonFields, slot: number): Leaf {
  const addresses = source.addresses
  const value = fields.CanSendValue
  const description = fields.Description
  const name = fields.FunctionSignature
  const signature =
    typeof name === 'string' ? name : stringOf(source, name, pathOf(slot, 'FunctionSignature'))
  return {
    decoder:
      addresses.get(fields.DecoderAndSanitizerAddress) ??
      addressOf(
        source,
        fields.DecoderAndSanitizerAddress,
        pathOf(slot, 'DecoderAndSanitizerAddress'),
      ),
    target:
      addresses.get(fields.TargetAddress) ??
      addressOf(source, fields.TargetAddress, pathOf(slot, 'TargetAddress')),
    canSendValue:
      typeof value === 'boolean' ? value : flagOf(source, value, pathOf(slot, 'CanSendValue')),
    signature,
    selector: selectorOf(signature),
    arguments: readArguments(source, fields.AddressArguments, slot),
    description:
      typeof description === 'string'
        ? description
        : stringOf(source, description, pathOf(slot, 'Description')),
  }
}

function readArguments(source: JsonSource, value: unknown, slot: number): readonly Address[] {
  const path = pathOf(slot, 'AddressArguments')
  const items = itemsOf(source, value, path)
  const addresses: Address[] = []
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    addresses.push(source.addresses.get(item) ?? addressOf(source, item, [...path, index]))
  }
  return addresses
}

function pathOf(slot: number, key: string): JsonPath {
  return ['leafs', slot, key]
}
