import { type Address, finishSteps, type Hex, printHex, type Steps } from '@vaultwright/base'
import type { LeafTree } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import {
  addressOf,
  countOf,
  fieldsOf,
  hexOfSize,
  isFields,
  itemsOf,
  type JsonFields,
  type JsonSource,
  jsonSourceOf,
} from '../text/field.ts'
import { parseJson, textOfInput } from '../text/json-text.ts'
import type { ProgressReport } from '../text/progress.ts'
import { buildTrimmed, type Filler, fillerOf } from '../tree/filler.ts'
import type { Metadata } from '../tree/tree-file.ts'
import { leafSteps, type ReadLeaves } from './solidity-leaf.ts'

/** The root of a file's leaves, and the one that the file states. */
export type StatedRoot = {
  readonly root: Hex
  readonly stated: Hex
  /** Slots. */
  readonly capacity: number
}

const brace = 0x7b

/**
 * Reads the root of a solidity file, rebuilt from its leaves: much less work than to read all of it.
 *
 * Nothing else that the file states is looked at; whether it is sound, `parseTreeFile` tells.
 *
 * @returns both roots; null when it may be of another format.
 * @throws {FileSchemaError} when a leaf or the metadata is not what the format asks for; and
 *   {JsonSyntaxError} {NotUtf8Error} {FileTooLargeError}.
 */
export function parseSolidityRoot(bytes: Uint8Array): StatedRoot | null {
  if (bytes[0] !== brace) return null
  const text = textOfInput(bytes)
  const value = parseJson(text)
  if (!isFields(value) || !Array.isArray(value.leafs)) return null
  // No digest depends on the spelling of an account, and no leaf leaves this function.
  const source = { ...jsonSourceOf(text), spell: (account: string) => account as Address }
  const { tree, metadata } = finishSteps(rebuildSteps(source, value))
  const root = printHex(rootOf(tree.tree))
  return { root, stated: metadata.root, capacity: tree.tree.capacity }
}

/** A tree rebuilt from the leaves of a file, and what the file says of its slots. */
export type RebuiltFile = ReadLeaves & {
  readonly metadata: Metadata
  readonly tree: LeafTree
  readonly filler: Filler
}

/**
 * Rebuilds the tree of a solidity file from its leaves.
 *
 * @param report - takes the part that is done, 0 to 1.
 * @throws {FileSchemaError} when a leaf or the metadata is not what the format asks for.
 */
export function* rebuildSteps(
  source: JsonSource,
  root: JsonFields,
  report: ProgressReport = () => {},
): Steps<RebuiltFile> {
  const metadata = readMetadata(source, fieldsOf(source, root.metadata, ['metadata']))
  const items = itemsOf(source, root.leafs, ['leafs'])
  const { leaves, leafIndexes } = yield* leafSteps(source, items, report)
  const filler = fillerOf(leaves, {
    decoder: metadata.decoder,
    digestBeside: (slot) => (items[slot] as JsonFields).LeafDigest,
    digestInLayer: (slot) => digestInLayer(root.MerkleTree, slot),
  })
  return { metadata, tree: buildTrimmed(leaves, filler), leaves, leafIndexes, filler }
}

/** Reads what a file states about its tree. */
export function readMetadata(source: JsonSource, fields: JsonFields): Metadata {
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
  const layer: unknown = (layers as JsonFields)[depth]
  return Array.isArray(layer) ? layer[slot] : undefined
}
