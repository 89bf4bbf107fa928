import { BaseError, type ErrorKind } from '@vaultwright/base'
import { assertDistinctKeys } from '@vaultwright/formats'
import type { Context } from '../terminal/context.ts'
import { fileSystem } from '../terminal/file-system.ts'

/** The most bytes that one input may have: what still fits into one text. */
export const inputLimit = 500 * 1024 * 1024

/** Reads a file, or standard input where the path is `-`. */
export function readInput(path: string, context: Context): Uint8Array | Promise<Uint8Array> {
  return path === '-' ? readStdin(context) : readFileBytes(path)
}

/** Reads a value that is given as it is, as `@file`, or as `-` for standard input. */
export async function readWord(word: string, context: Context): Promise<string> {
  if (word !== '-' && !word.startsWith('@')) return word.trim()
  const path = word === '-' ? word : word.slice(1)
  return textOf(await readInput(path, context), path).trim()
}

/** Reads a JSON document from a file or from standard input. */
export async function readJson(path: string, context: Context): Promise<unknown> {
  return parseJson(textOf(await readInput(path, context), path), path)
}

export function parseJson(text: string, name: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new NotJsonInputError(name, cause as Error)
  }
  assertDistinctKeys(text)
  return value
}

/** Reads bytes as UTF-8. */
export function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NotTextInputError(name)
  }
}

export function readFileBytes(path: string): Uint8Array {
  let file: number | undefined
  try {
    file = fileSystem.openSync(path, 'r')
    const state = fileSystem.fstatSync(file)
    if (state.isDirectory()) throw new FolderInputError(path)
    if (state.size > inputLimit) throw new TooLargeInputError(path, state.size)
    return readAll(path, file, state.size)
  } catch (cause) {
    if (cause instanceof BaseError) throw cause
    const reason = (cause as NodeJS.ErrnoException).code
    if (reason === 'ENOENT') throw new MissingInputError(path)
    if (reason === 'EISDIR') throw new FolderInputError(path)
    throw new UnreadableInputError(path, cause as NodeJS.ErrnoException)
  } finally {
    if (file !== undefined) fileSystem.closeSync(file)
  }
}

/** Reads to the end, for a pipe or a device does not tell its size and a file may grow. */
function readAll(path: string, file: number, size: number): Uint8Array {
  let bytes = new Uint8Array(size + 1)
  let length = 0
  while (true) {
    const count = fileSystem.readSync(file, bytes, length, bytes.length - length, null)
    if (count === 0) return bytes.subarray(0, length)
    length += count
    if (length > inputLimit) throw new TooLargeInputError(path, null)
    if (length < bytes.length) continue
    const larger = new Uint8Array(bytes.length * 2 + 4096)
    larger.set(bytes)
    bytes = larger
  }
}

async function readStdin({ stdin }: Context): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stdin()) {
    length += chunk.length
    if (length > inputLimit) throw new TooLargeInputError('-', null)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function nameOf(path: string): string {
  return path === '-' ? 'Standard input' : JSON.stringify(path)
}

class MissingInputError extends BaseError {
  override readonly code = 'input_missing'
  override readonly kind = 'not_found'

  constructor(path: string) {
    super({
      message: `There is no file ${JSON.stringify(path)}. Check the path; "-" reads standard input.`,
      facts: { path },
    })
  }
}

class FolderInputError extends BaseError {
  override readonly code = 'input_is_folder'
  override readonly kind = 'invalid_input'

  constructor(path: string) {
    super({
      message: `${JSON.stringify(path)} is a folder. Name a file in it.`,
      facts: { path },
    })
  }
}

export class UnreadableInputError extends BaseError {
  override readonly code = 'input_unreadable'
  override readonly kind = 'invalid_input'

  constructor(path: string, cause: NodeJS.ErrnoException) {
    super({
      message: `${JSON.stringify(path)} cannot be read (${cause.code ?? cause.message}). Check that you may read it.`,
      facts: { path, reason: cause.code ?? null },
      cause,
    })
  }
}

export class TooLargeInputError extends BaseError {
  override readonly code = 'input_too_large'
  override readonly kind = 'invalid_input'

  constructor(path: string, size: number | null) {
    const held = size === null ? 'more than' : `${size} bytes, more than`
    super({
      message: `${nameOf(path)} has ${held} the ${inputLimit} that one input may have. Split it, or convert the tree to the binary form where it is made.`,
      facts: { path, size, limit: inputLimit },
    })
  }
}

export class NotTextInputError extends BaseError {
  override readonly code = 'input_not_text'
  override readonly kind = 'invalid_input'

  constructor(path: string) {
    super({
      message: `${nameOf(path)} is not UTF-8 text. Save it as UTF-8.`,
      facts: { path },
    })
  }
}

class NotJsonInputError extends BaseError {
  override readonly code = 'input_not_json'
  override readonly kind = 'invalid_input'

  constructor(path: string, cause: Error) {
    super({
      message: `${nameOf(path)} is not JSON: ${cause.message}. Correct it at that place.`,
      facts: { path, reason: cause.message },
      cause,
    })
  }
}

/** Reads, and puts the name of the file before the reason when that fails. */
export function withFileName<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof BaseError ? new TreeInputError(path, error) : error
  }
}

export class TreeInputError extends BaseError {
  override readonly code: string
  override readonly kind: ErrorKind

  constructor(path: string, reason: BaseError) {
    const name = path === '-' ? 'standard input' : path
    super({
      message: `${name}: ${reason.shortMessage}`,
      facts: { file: path, ...reason.facts },
      cause: reason,
    })
    this.code = reason.code
    this.kind = reason.kind
  }
}
