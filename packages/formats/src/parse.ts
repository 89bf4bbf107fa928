import { BaseError, finishSteps, type Steps } from '@vaultwright/base'
import { layerOf } from '@vaultwright/merkle'
import { decodeSteps, isBinary } from './binary/binary-decode.ts'
import { type Detection, familyDescriptions, shapeOf } from './detect.ts'
import { rustSteps } from './rust/rust.ts'
import { soliditySteps } from './solidity/solidity.ts'
import { readTidySteps } from './solidity/solidity-read.ts'
import { isFields } from './text/field.ts'
import { parseJson, textOfInput, withBytes } from './text/json-text.ts'
import type { ProgressReport } from './text/progress.ts'
import { familyOf } from './tree/family.ts'
import type { TreeFile } from './tree/tree-file.ts'

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
  return finishSteps(parseTreeSteps(input))
}

/**
 * Reads a tree file as `parseTreeFile` does, in steps.
 *
 * @param input - bytes, or decoded text; at most `maxTextBytes` of text.
 * @param report - takes the part that is done, 0 to 1, ascending; 1 is the last step.
 * @throws what `parseTreeFile` throws.
 */
export function* parseTreeSteps(
  input: Uint8Array | string,
  report: ProgressReport = () => {},
): Steps<TreeFile> {
  let most = 0
  // What is read twice is not reported twice.
  const ascending = (share: number) => {
    if (share < most) return
    most = share
    report(share)
  }
  if (typeof input !== 'string') {
    if (isBinary(input)) return yield* decodeSteps(input)
    const file = yield* readTidySteps(input, ascending)
    if (file !== null) return file
  }
  const text = textOfInput(input)
  yield
  const value = parseJson(text)
  ascending(0.1)
  yield
  const shape = shapeOf(value)
  switch (shape.kind) {
    case 'solidity': {
      const file = yield* soliditySteps(withBytes(text, input), value, ascending)
      return oursOnly(file, isFields(value) ? value.leafs : null)
    }
    case 'rust': {
      const file = yield* rustSteps(text, value, ascending)
      return oursOnly(file, isFields(value) ? value.leaves : null)
    }
    default:
      throw new ForeignFormatError(shape)
  }
}

/** Refuses a file whose root follows by the rule of another family. */
function oursOnly(file: TreeFile, items: unknown): TreeFile {
  const slots = Array.isArray(items) ? items.length : 0
  const root = file.findings.find((finding) => finding.code === 'root_mismatch')
  if (root === undefined) return file
  const family = familyOf(layerOf(file.tree.tree, 0).subarray(0, 32 * slots), file.metadata.root)
  if (family === null) return file
  throw new ForeignFormatError({ kind: family, why: familyDescriptions[family] })
}

/** A file is a tree of another family, or no tree file at all. */
export class ForeignFormatError extends BaseError {
  override readonly code = 'foreign_format'
  override readonly kind = 'invalid_input'

  constructor({ kind, why: reason }: Detection) {
    const what =
      kind === 'unknown'
        ? 'The file is not a known tree file.'
        : `The file is a tree of another family: ${kind}.`
    super({
      message: `${what} ${reason} Give a file in the solidity, rust or binary format.`,
      facts: { kind, why: reason },
    })
  }
}
