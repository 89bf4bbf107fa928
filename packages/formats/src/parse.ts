import { BaseError, type Hex, printHex } from '@vaultwright/base'
import { layerOf, rootOf } from '@vaultwright/merkle'
import { decodeBinary, isBinary } from './binary-decode.ts'
import { type Detection, familyWords, shapeOf } from './detect.ts'
import { familyOf } from './family.ts'
import { isFields } from './field.ts'
import { parseJson, textOfInput } from './json-text.ts'
import { readRust } from './rust.ts'
import { readSolidity, rebuildDigests } from './solidity.ts'
import type { TreeFile } from './tree-file.ts'

/**
 * Reads a tree file of any of our formats.
 *
 * @param input - bytes, or decoded text; at most `maxTextBytes` of text.
 * @returns the file, its tree rebuilt from its leaves; what the file states otherwise is in `findings`.
 * @throws {EmptyFileError} {FileTooLargeError} {NotUtf8Error} {JsonSyntaxError} {DuplicateKeyError}
 * {FileSchemaError} {DamagedBinaryError} when it cannot be read, with the exact place.
 * @throws {ForeignFormatError} when it is a tree of another family, or no tree at all.
 */
export function parseTreeFile(input: Uint8Array | string): TreeFile {
  if (typeof input !== 'string' && isBinary(input)) return decodeBinary(input)
  const text = textOfInput(input)
  const value = parseJson(text)
  const shape = shapeOf(value)
  switch (shape.kind) {
    case 'solidity':
      return oursOnly(readSolidity(text, value), isFields(value) ? value.leafs : null)
    case 'rust':
      return oursOnly(readRust(text, value), isFields(value) ? value.leaves : null)
    default:
      throw new ForeignFormatError(shape)
  }
}

/** The root of a file's leaves, and the one that the file states. */
export type TreeRoot = {
  readonly root: Hex
  readonly stated: Hex
  /** Slots. */
  readonly capacity: number
}

/**
 * Reads the root of a file, rebuilt from its leaves: less work than to read all of it.
 *
 * What else a file states is looked at only when its root is another one; whether the file is sound,
 * `parseTreeFile` tells.
 *
 * @param input - bytes, or decoded text.
 * @returns both roots.
 * @throws {FileSchemaError} when a leaf or the metadata is not what the format asks for; other errors
 *   as `parseTreeFile`.
 */
export function parseTreeRoot(input: Uint8Array | string): TreeRoot {
  if (typeof input !== 'string' && isBinary(input)) return treeRootOf(decodeBinary(input))
  const text = textOfInput(input)
  const value = parseJson(text)
  if (shapeOf(value).kind !== 'solidity') return treeRootOf(parseTreeFile(text))
  const { tree, stated } = rebuildDigests(text, value)
  const root = printHex(rootOf(tree))
  return root === stated
    ? { root, stated, capacity: tree.capacity }
    : treeRootOf(parseTreeFile(text))
}

function treeRootOf({ tree, metadata }: TreeFile): TreeRoot {
  const root = printHex(rootOf(tree.tree))
  return { root, stated: metadata.root, capacity: tree.tree.capacity }
}

/** Refuses a file whose root follows by the rule of another family. */
function oursOnly(file: TreeFile, items: unknown): TreeFile {
  const slots = Array.isArray(items) ? items.length : 0
  const root = file.findings.find((finding) => finding.code === 'root_mismatch')
  if (root === undefined) return file
  const family = familyOf(layerOf(file.tree.tree, 0).subarray(0, 32 * slots), file.metadata.root)
  if (family === null) return file
  throw new ForeignFormatError({ kind: family, why: familyWords[family] })
}

/** A file is a tree of another family, or no tree file at all. */
export class ForeignFormatError extends BaseError {
  override readonly code = 'foreign_format'

  constructor({ kind, why }: Detection) {
    const what =
      kind === 'unknown'
        ? 'The file is no tree file that is known.'
        : `The file is a tree of another family: ${kind}.`
    super({
      message: `${what} ${why} Give a file in the solidity, rust or binary format.`,
      facts: { kind, why },
    })
  }
}
