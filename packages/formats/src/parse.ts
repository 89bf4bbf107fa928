import { isFields } from './field.ts'
import { parseJson, textOfInput } from './json-text.ts'
import { readSolidity } from './solidity.ts'
import type { TreeFile } from './tree-file.ts'

/**
 * Reads a tree file of any of our formats.
 *
 * @param input - bytes, or decoded text.
 * @returns the file, its tree rebuilt from its leaves; what the file states otherwise is in `findings`.
 * @throws {EmptyFileError} when there is nothing.
 */
export function parseTreeFile(input: Uint8Array | string): TreeFile {
  const text = textOfInput(input)
  const value = parseJson(text)
  if (isFields(value)) return readSolidity(text, value)
  return readSolidity(text, value)
}
