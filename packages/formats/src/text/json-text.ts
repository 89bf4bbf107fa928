import { BaseError, finishSteps, type Steps } from '@vaultwright/base'
import { type JsonPath, lineAndColumnOf, printPath, walkJson, walkSteps } from './json-walk.ts'

/**
 * The most bytes that a text is read from: 256 MiB, about 2^18 leaves.
 *
 * Values of a larger text need more memory than a runtime gives by default; the binary format holds
 * 2^22 leaves in less.
 */
export const maxTextBytes = 268_435_456

/**
 * Reads UTF-8 into a text, strictly.
 *
 * @throws {EmptyFileError} when there is nothing.
 * @throws {FileTooLargeError} when it exceeds `maxTextBytes`.
 * @throws {NotUtf8Error} when the bytes are not UTF-8.
 * @throws {JsonSyntaxError} when it starts with a byte order mark.
 */
export function textOfInput(input: Uint8Array | string): string {
  if (input.length === 0) throw new EmptyFileError()
  if (input.length > maxTextBytes) throw new FileTooLargeError(input.length, maxTextBytes)
  const text = typeof input === 'string' ? input : decodeUtf8(input)
  if (text.charCodeAt(0) === 0xfeff) {
    throw new JsonSyntaxError(text, { offset: 0, why: 'a byte order mark stands before it' })
  }
  return text
}

/** A text, and its bytes in UTF-8. */
export type InputText = { readonly text: string; readonly bytes: Uint8Array }

/** Sets the bytes of an input beside its text. A lone surrogate has none: other characters stand for it. */
export function withBytes(text: string, input: Uint8Array | string): InputText {
  return { text, bytes: typeof input === 'string' ? encoder.encode(input) : input }
}

/**
 * Parses JSON, and says where it breaks when it does.
 *
 * @throws {JsonSyntaxError} with line and column.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const issue = walkJson(text, () => false)
    throw new JsonSyntaxError(text, issue ?? { offset: 0, why: String(cause) })
  }
}

/**
 * Refuses a text that names a key twice in one object: JSON readers would drop one silently.
 *
 * @throws {DuplicateKeyError} with line and column of the second.
 */
export function assertDistinctKeys(text: string): void {
  finishSteps(distinctKeySteps(text))
}

/** Refuses what `assertDistinctKeys` refuses, in steps. */
export function* distinctKeySteps(text: string): Steps<void> {
  const issue = yield* walkSteps(text, () => false)
  if (issue?.duplicate !== undefined)
    throw new DuplicateKeyError(text, issue.offset, issue.duplicate)
}

/**
 * Refuses a value of a text.
 *
 * @throws {FileSchemaError} always.
 */
export function refuse(text: string, path: JsonPath, why: string): never {
  throw new FileSchemaError(text, path, why)
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new NotUtf8Error(firstInvalidByte(bytes), cause)
  }
}

/** Finds the first byte that cannot be read. Source: WHATWG Encoding, UTF-8 decoder. */
function firstInvalidByte(bytes: Uint8Array): number {
  let offset = 0
  while (offset < bytes.length) {
    const size = sequenceSize(bytes, offset)
    if (size === 0) return offset
    offset += size
  }
  return offset
}

function sequenceSize(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  if (first < 0x80) return 1
  const size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  for (let index = 1; index < size; index++) {
    const next = bytes[at + index] ?? 0
    if (next < (index === 1 ? low : 0x80) || next > (index === 1 ? high : 0xbf)) return 0
  }
  return size
}

/** There is nothing in the file. */
export class EmptyFileError extends BaseError {
  override readonly code = 'empty_file'
  override readonly kind = 'invalid_input'

  constructor() {
    super({ message: 'The file is empty. Regenerate it, or restore it from history.' })
  }
}

/** A text exceeds what is read, or printed, at once. */
export class FileTooLargeError extends BaseError {
  override readonly code = 'file_too_large'
  override readonly kind = 'invalid_input'

  constructor(bytes: number, limit: number) {
    super({
      message: `The text has at least ${bytes} characters, more than the ${limit} that are handled at once. Store trees of this size in the binary format, and print them in chunks.`,
      facts: { bytes, limit },
    })
  }
}

/** A file that should be text is none. */
export class NotUtf8Error extends BaseError {
  override readonly code = 'not_utf8'
  override readonly kind = 'invalid_input'

  constructor(offset: number, cause: unknown) {
    super({
      message: `The file is not UTF-8 text: byte ${offset} cannot be read. Give a JSON tree file or our binary format.`,
      facts: { offset },
      cause,
    })
  }
}

/** A text is not JSON. */
export class JsonSyntaxError extends BaseError {
  override readonly code = 'json_syntax'
  override readonly kind = 'invalid_input'

  constructor(text: string, issue: { readonly offset: number; readonly why: string }) {
    const { line, column } = lineAndColumnOf(text, issue.offset)
    super({
      message: `The file is not JSON at line ${line}, column ${column}: ${issue.why}. Repair this place, or regenerate the file.`,
      facts: { line, column, offset: issue.offset, why: issue.why },
    })
  }
}

/** An object of a text names a key twice. */
export class DuplicateKeyError extends BaseError {
  override readonly code = 'duplicate_key'
  override readonly kind = 'invalid_input'

  constructor(text: string, offset: number, path: JsonPath) {
    const { line, column } = lineAndColumnOf(text, offset)
    super({
      message: `The key ${printPath(path)} stands twice, again at line ${line}, column ${column}. Remove one of the two.`,
      facts: { path: printPath(path), line, column },
    })
  }
}

/** A value of a tree file is not what its format asks for. */
export class FileSchemaError extends BaseError {
  override readonly code = 'file_schema'
  override readonly kind = 'invalid_input'

  constructor(text: string, path: JsonPath, why: string) {
    let offset = 0
    const deepest = { depth: -1 }
    walkJson(text, (current, at) => {
      const depth = sharedDepth(current, path)
      if (depth === current.length && depth > deepest.depth) {
        deepest.depth = depth
        offset = at
      }
      return deepest.depth === path.length
    })
    const { line, column } = lineAndColumnOf(text, offset)
    super({
      message: `${printPath(path)} (line ${line}, column ${column}) ${why}. Repair this place, or regenerate the file.`,
      facts: { path: printPath(path), line, column, why },
    })
  }
}

function sharedDepth(one: JsonPath, other: JsonPath): number {
  let depth = 0
  while (depth < one.length && depth < other.length && one[depth] === other[depth]) depth++
  return depth
}
