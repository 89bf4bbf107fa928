import { BaseError, type Hex, printHexRows } from '@vaultwright/base'
import type { Tree } from '@vaultwright/merkle'
import { isFields } from './text/field.ts'
import { parseJson, textOfInput } from './text/json-text.ts'

/** A dump of an OpenZeppelin tree, read by their library. */
type OpenZeppelinTree = {
  readonly kind: 'openzeppelin-simple-v1' | 'openzeppelin-standard-v1'
  readonly root: Hex
  /** The leaf digests in the order of the dump's values. */
  readonly leaves: readonly Hex[]
  /** ABI types of a standard tree's values; null for a simple tree, whose values are the digests. */
  readonly leafEncoding: readonly string[] | null
  /** The value of each leaf: the digest of a simple tree, the row of a standard one. */
  readonly values: readonly unknown[]
}

/**
 * Prints a tree as OpenZeppelin's `simple-v1` dump, which their `SimpleMerkleTree.load` accepts.
 *
 * Their heap is our flat tree backwards; roots and proofs are equal.
 * Source: @openzeppelin/merkle-tree, SimpleMerkleTree.dump.
 */
export function printOpenZeppelin(tree: Tree): string {
  const nodes = printHexRows(tree.nodes, 32)
  const last = nodes.length - 1
  const values = nodes.slice(0, tree.capacity).map((value, position) => ({
    value,
    treeIndex: last - position,
  }))
  return JSON.stringify({ format: 'simple-v1', tree: nodes.toReversed(), values })
}

/**
 * Reads a dump of an OpenZeppelin tree with their library, which is loaded only now.
 *
 * @param input - bytes or text of a `simple-v1` or `standard-v1` dump.
 * @returns root, leaves and values, every node verified.
 * @throws {InvalidDumpError} when their library refuses it.
 */
export async function parseOpenZeppelin(input: Uint8Array | string): Promise<OpenZeppelinTree> {
  const value = parseJson(textOfInput(input))
  const format = isFields(value) ? value.format : undefined
  if (format !== 'simple-v1' && format !== 'standard-v1') {
    throw new InvalidDumpError('its format is neither simple-v1 nor standard-v1')
  }
  const library = await import('@openzeppelin/merkle-tree')
  try {
    return format === 'simple-v1' ? readSimple(library, value) : readStandard(library, value)
  } catch (cause) {
    throw new InvalidDumpError(cause instanceof Error ? cause.message : String(cause), cause)
  }
}

type OpenZeppelinLibrary = typeof import('@openzeppelin/merkle-tree')

function readSimple({ SimpleMerkleTree }: OpenZeppelinLibrary, value: unknown): OpenZeppelinTree {
  const tree = SimpleMerkleTree.load(value as Parameters<typeof SimpleMerkleTree.load>[0])
  tree.validate()
  const values = Array.from(tree.entries(), ([, leaf]) => leaf)
  return {
    kind: 'openzeppelin-simple-v1',
    root: tree.root as Hex,
    leaves: values.map((leaf) => tree.leafHash(leaf) as Hex),
    leafEncoding: null,
    values,
  }
}

function readStandard(
  { StandardMerkleTree }: OpenZeppelinLibrary,
  value: unknown,
): OpenZeppelinTree {
  const dump = value as Parameters<typeof StandardMerkleTree.load>[0]
  const tree = StandardMerkleTree.load(dump)
  tree.validate()
  const values = Array.from(tree.entries(), ([, leaf]) => leaf)
  return {
    kind: 'openzeppelin-standard-v1',
    root: tree.root as Hex,
    leaves: values.map((leaf) => tree.leafHash(leaf) as Hex),
    leafEncoding: dump.leafEncoding,
    values,
  }
}

/** A dump is none that OpenZeppelin's library reads. */
export class InvalidDumpError extends BaseError {
  override readonly code = 'invalid_dump'
  override readonly kind = 'invalid_input'

  constructor(why: string, cause?: unknown) {
    super({
      message: `The file is not an OpenZeppelin dump: ${why}. Dump it again with @openzeppelin/merkle-tree.`,
      facts: { why },
      cause,
    })
  }
}
