import type { Address, Hex } from '@vaultwright/base'
import type { Tree } from '@vaultwright/merkle'
import { placeFindings } from './compare.ts'
import {
  addressOf,
  countOf,
  type Fields,
  fieldsOf,
  hexOfSize,
  itemsOf,
  type Source,
  sourceOf,
} from './field.ts'
import { buildTrimmed, fillerFinding, fillerOf } from './filler.ts'
import { guessForm, settleForm } from './form.ts'
import { assertDistinctKeys } from './json-text.ts'
import { checkIndexes, checkSolidity } from './solidity-check.ts'
import { readLeaves } from './solidity-leaf.ts'
import { isTextOf } from './solidity-print.ts'
import type { Metadata, TreeFile } from './tree-file.ts'

/**
 * Reads a tree file in the solidity format, every variant of it.
 *
 * The tree is rebuilt from the leaves and printed again: a text that comes back byte for byte states
 * nothing else than the tree. Only a text that does not is compared value by value.
 *
 * @param text - the text that the value was parsed from.
 * @param value - its JSON value.
 * @returns the file; contradictions are findings.
 * @throws {FileSchemaError} when a value is not what the format asks for.
 * @throws {DuplicateKeyError} when an object names a key twice.
 */
export function readSolidity(text: string, value: unknown): TreeFile {
  const source = sourceOf(text)
  const root = fieldsOf(source, value, [])
  const { metadata, tree, leaves, leafIndexes, filler } = rebuild(source, root)
  const form = { ...guessForm(text, leaves), leafIndexes, padding: filler.text }
  const findings = [...checkIndexes(leafIndexes), ...fillerFinding(filler)]
  const draft: TreeFile = {
    format: 'solidity',
    layout: form.layout,
    metadata,
    tree,
    findings,
    form,
  }
  if (isTextOf(text, draft, form)) return draft
  assertDistinctKeys(text)
  const found = [...checkSolidity(source, root, draft), ...source.misspelt]
  const placed = [...placeFindings(text, found), ...findings]
  return settleForm(text, { ...draft, findings: placed })
}

/**
 * Rebuilds the tree of a solidity file for its root alone; nothing else that the file states is looked at.
 *
 * Accounts keep the spelling of the file, for no digest depends on it; so the leaves stay in here.
 *
 * @param text - the text that the value was parsed from.
 * @param value - its JSON value.
 * @returns the tree of the digests, and the root that the file states.
 * @throws {FileSchemaError} when a leaf or the metadata is not what the format asks for.
 */
export function rebuildDigests(text: string, value: unknown): { tree: Tree; stated: Hex } {
  const source = { ...sourceOf(text), spell: (account: string) => account as Address }
  const { tree, metadata } = rebuild(source, fieldsOf(source, value, []))
  return { tree: tree.tree, stated: metadata.root }
}

function rebuild(source: Source, root: Fields) {
  const metadata = readMetadata(source, fieldsOf(source, root.metadata, ['metadata']))
  const items = itemsOf(source, root.leafs, ['leafs'])
  const { leaves, leafIndexes } = readLeaves(source, items)
  const filler = fillerOf(leaves, {
    decoder: metadata.decoder,
    digestBeside: (slot) => (items[slot] as Fields).LeafDigest,
    digestInLayer: (slot) => digestInLayer(root.MerkleTree, slot),
  })
  return { metadata, tree: buildTrimmed(leaves, filler), leaves, leafIndexes, filler }
}

function readMetadata(source: Source, fields: Fields): Metadata {
  const account = (key: string) =>
    Object.hasOwn(fields, key) ? addressOf(source, fields[key], ['metadata', key]) : null
  return {
    vault: account('BoringVaultAddress'),
    manager: account('ManagerAddress'),
    accountant: account('AccountantAddress'),
    decoder: account('DecoderAndSanitizerAddress'),
    root: readDigest(source, fields.ManageRoot, ['metadata', 'ManageRoot']),
    leafCount: countOf(source, fields.LeafCount, ['metadata', 'LeafCount']),
    capacity: Object.hasOwn(fields, 'TreeCapacity')
      ? countOf(source, fields.TreeCapacity, ['metadata', 'TreeCapacity'])
      : null,
  }
}

const readDigest = hexOfSize(32)

/** The digest that the highest layer states for a slot: a hint at the padding, never trusted. */
function digestInLayer(layers: unknown, slot: number): unknown {
  if (typeof layers !== 'object' || layers === null) return undefined
  const depth = Object.keys(layers).reduce((most, key) => Math.max(most, Number(key) || 0), 0)
  const layer: unknown = (layers as Fields)[depth]
  return Array.isArray(layer) ? layer[slot] : undefined
}
