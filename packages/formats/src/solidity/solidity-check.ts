import { type Finding, type Hex, printHex, type Steps } from '@vaultwright/base'
import { digestOf, paddingLeaf } from '@vaultwright/manager'
import {
  assertKeys,
  fieldsOf,
  hexOf,
  hexOfSize,
  itemsOf,
  type JsonFields,
  type JsonSource,
  stringOf,
} from '../text/field.ts'
import { refuse } from '../text/json-text.ts'
import { type JsonPath, printPath } from '../text/json-walk.ts'
import {
  compareSteps,
  mismatch,
  type StatedLeaf,
  type StatedPaths,
  type StatedTree,
} from '../tree/compare.ts'
import type { TreeFile } from '../tree/tree-file.ts'
import { digestComposition } from './solidity-print.ts'

/** Says which leaves state another `LeafIndex` than their slot; printing keeps what they state. */
export function checkIndexes(indexes: readonly number[] | null): readonly Finding[] {
  const differing = (indexes ?? []).flatMap((stated, slot) => (stated === slot ? [] : [slot]))
  const slot = differing[0]
  if (indexes === null || slot === undefined) return []
  const path = printPath(['leafs', slot, 'LeafIndex'])
  const further = differing.length === 1 ? '' : ` ${differing.length} leaves differ.`
  return [
    {
      code: 'leaf_index_mismatch',
      severity: 'warning',
      leaf: slot,
      message: `${path} is ${indexes[slot]}, but the leaf stands in slot ${slot}.${further}`,
      facts: { path, stated: indexes[slot]!, expected: slot, count: differing.length },
    },
  ]
}

/**
 * Compares what a solidity text states with the tree rebuilt from its leaves.
 *
 * @throws {FileSchemaError} when a stated value is not even of its kind, or a key is unknown.
 */
export function* checkSteps(
  source: JsonSource,
  root: JsonFields,
  file: TreeFile,
): Steps<readonly Finding[]> {
  assertKnownKeys(source, root)
  yield
  const items = itemsOf(source, root.leafs, ['leafs'])
  const { depth } = file.tree.tree
  const stated: StatedTree = {
    leaves: items.map((item, slot) => statedLeaf(source, fieldsOf(source, item, []), slot)),
    layers: statedLayers(source, root.MerkleTree, depth),
    root: file.metadata.root,
    leafCount: file.metadata.leafCount,
    capacity: file.metadata.capacity,
  }
  const isZeroBeside = file.form.padding !== 'as-hashed'
  const fillerDigest = isZeroBeside ? printHex(digestOf(paddingLeaf)) : null
  yield
  const rebuilt = { tree: file.tree, fillerDigest }
  const differing = yield* compareSteps(stated, rebuilt, statedPathsOf(depth))
  return [...differing, ...checkComposition(source, root)]
}

const leafKeys: { readonly [field in keyof StatedLeaf]: string } = {
  selector: 'FunctionSelector',
  packed: 'PackedArgumentAddresses',
  digest: 'LeafDigest',
}

function statedPathsOf(depth: number): StatedPaths {
  return {
    leaf: (slot, field) => ['leafs', slot, leafKeys[field]],
    layer: (level) => ['MerkleTree', String(layerAt(level, depth))],
    leaves: ['leafs'],
    root: ['metadata', 'ManageRoot'],
    leafCount: ['metadata', 'LeafCount'],
    capacity: ['metadata', 'TreeCapacity'],
  }
}

const readSelector = hexOfSize(4)
const readDigest = hexOfSize(32)

function statedLeaf(source: JsonSource, fields: JsonFields, slot: number): StatedLeaf {
  const path = (field: keyof StatedLeaf) => ['leafs', slot, leafKeys[field]]
  return {
    selector: readSelector(source, fields.FunctionSelector, path('selector')),
    packed: hexOf(source, fields.PackedArgumentAddresses, path('packed')),
    digest: readDigest(source, fields.LeafDigest, path('digest')),
  }
}

/**
 * Turns the number of a layer, 0 for the root, into its level, 0 for the leaves; and back.
 *
 * It is counted from the root, so that one layer too few or too many moves no other. Those beyond the
 * leaves of the tree keep their number, which is not a level.
 */
function layerAt(number: number, depth: number): number {
  return number > depth ? number : depth - number
}

/** The stated layers, each at its level. */
function statedLayers(
  source: JsonSource,
  value: unknown,
  depth: number,
): readonly (readonly Hex[] | null)[] {
  const fields = fieldsOf(source, value, ['MerkleTree'])
  const layers: (readonly Hex[] | null)[] = []
  for (const key of Object.keys(fields)) {
    const path = ['MerkleTree', key]
    if (!/^(?:0|[1-9][0-9]?)$/.test(key)) {
      refuse(source.text, path, 'is not a layer; layers are numbered from 0, the root')
    }
    const items = itemsOf(source, fields[key], path)
    const digests = items.map((item, index) => readDigest(source, item, [...path, index]))
    layers[layerAt(Number(key), depth)] = digests
  }
  return Array.from(layers, (layer) => layer ?? null)
}

function assertKnownKeys(source: JsonSource, root: JsonFields): void {
  const required = ['metadata', 'leafs', 'MerkleTree']
  assertKeys(source, { fields: root, path: [] }, { required, optional: [] })
  const metadata = fieldsOf(source, root.metadata, ['metadata'])
  assertKeys(
    source,
    { fields: metadata, path: ['metadata'] },
    {
      required: ['DigestComposition', 'LeafCount', 'ManageRoot'],
      optional: [
        'AccountantAddress',
        'BoringVaultAddress',
        'DecoderAndSanitizerAddress',
        'ManagerAddress',
        'TreeCapacity',
      ],
    },
  )
  const keys = {
    required: [
      'AddressArguments',
      'CanSendValue',
      'DecoderAndSanitizerAddress',
      'Description',
      'FunctionSelector',
      'FunctionSignature',
      'LeafDigest',
      'PackedArgumentAddresses',
      'TargetAddress',
    ],
    optional: ['LeafIndex'],
  }
  for (const [slot, item] of itemsOf(source, root.leafs, ['leafs']).entries()) {
    const path: JsonPath = ['leafs', slot]
    assertKeys(source, { fields: fieldsOf(source, item, path), path }, keys)
  }
}

function* checkComposition(source: JsonSource, root: JsonFields): Iterable<Finding> {
  const path = ['metadata', 'DigestComposition']
  const items = itemsOf(
    source,
    fieldsOf(source, root.metadata, ['metadata']).DigestComposition,
    path,
  )
  const parts = items.map((item, index) => stringOf(source, item, [...path, index]))
  const length = Math.max(parts.length, digestComposition.length)
  for (let index = 0; index < length; index++) {
    const stated = parts[index] ?? 'missing'
    const expected = digestComposition[index] ?? 'nothing'
    if (stated === expected) continue
    const by = 'every digest is composed of'
    yield mismatch('composition_mismatch', [...path, index], { stated, expected, by })
    return
  }
}
