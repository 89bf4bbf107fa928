import { finishSteps, type Hex, printHex, type Steps } from '@vaultwright/base'
import { rootOf } from '@vaultwright/merkle'
import { assertSound, type TreeFile, UnsoundTreeError, usedCountOf } from '../tree/tree-file.ts'
import { decodeBinary, decodeSteps } from './binary-decode.ts'
import { encodeBinary } from './binary-encode.ts'

/** A sound tree file as bytes, with what is asked of it often: a value that threads can hand over. */
export type PackedTree = {
  readonly root: Hex
  readonly format: 'solidity' | 'rust'
  /** Leaves that are not padding. */
  readonly leafCount: number
  /** Levels between leaves and root. */
  readonly depth: number
  /** As `encodeBinary` writes it. */
  readonly body: Uint8Array
}

/**
 * Packs a tree file that is sound and can be read back.
 *
 * @returns the packed tree; the root is in lower case.
 * @throws {UnsoundTreeError} when the file states another root than its leaves make.
 */
export function packTree(file: TreeFile): PackedTree {
  assertSound(file)
  const root = printHex(rootOf(file.tree.tree))
  const body = encodeBinary(file)
  if (file.metadata.root.toLowerCase() !== root) throw unsoundTreeError(file.metadata.root, root)
  const rebuilt = printHex(rootOf(rebuiltOf(body, root).tree.tree))
  if (rebuilt !== root) throw unsoundTreeError(root, rebuilt)
  return {
    root,
    format: file.format === 'rust' ? 'rust' : 'solidity',
    leafCount: usedCountOf(file.tree),
    depth: file.tree.tree.depth,
    body,
  }
}

/**
 * Reads a packed tree back: it is rebuilt from its leaves and compared with its root.
 *
 * @param packed - as `packTree` made it.
 * @throws {DamagedBinaryError} {UnsoundTreeError} when the bytes no longer make the root.
 */
export function unpackTree(packed: PackedTree): TreeFile {
  return finishSteps(unpackSteps(packed))
}

/**
 * Reads a packed tree back as `unpackTree` does, in steps.
 *
 * @param packed - as `packTree` made it.
 * @throws {DamagedBinaryError} {UnsoundTreeError} when the bytes no longer make the root.
 */
export function* unpackSteps({ root, format, body }: PackedTree): Steps<TreeFile> {
  const file = yield* decodeSteps(body)
  const actualRoot = printHex(rootOf(file.tree.tree))
  if (actualRoot !== root) throw unsoundTreeError(root, actualRoot)
  return { ...file, format }
}

function rebuiltOf(body: Uint8Array, root: string): TreeFile {
  try {
    return decodeBinary(body)
  } catch (cause) {
    throw unsoundTreeError(root, cause instanceof Error ? cause.message : '')
  }
}

function unsoundTreeError(stated: string, actual: string): UnsoundTreeError {
  const message = `The tree says that its root is ${stated}, and its leaves say otherwise: ${actual}`
  return new UnsoundTreeError([
    {
      code: 'root_mismatch',
      severity: 'error',
      leaf: null,
      message,
      facts: { stated, found: actual },
    },
  ])
}
