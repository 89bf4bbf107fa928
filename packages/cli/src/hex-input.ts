import { type Hex, InvalidHexError, parseHex } from '@vaultwright/base'
import type { Context } from './context.ts'
import { fileSystem } from './file-system.ts'
import { readWord } from './input.ts'
import { UsageError } from './usage.ts'

/**
 * Reads calldata: hex as it is, `@file`, or `-` for standard input.
 *
 * @throws {UsageError} when it is the name of a file without the `@`.
 * @throws {InvalidHexError} when it is none, and what reading throws.
 */
export async function readHex(word: string, context: Context): Promise<Hex> {
  if (word !== '-' && !/^(@|0x)/.test(word) && isFile(word)) {
    throw new UsageError(`${JSON.stringify(word)} is a file. Write @${word} to read it.`, { word })
  }
  return hexOf(await readWord(word, context))
}

/**
 * Reads a text as hex of whole bytes.
 *
 * @throws {InvalidHexError} when it is none.
 */
export function hexOf(text: string): Hex {
  if (/^0x(?:[0-9a-f]{2})*$/.test(text)) return text as Hex
  if (!text.startsWith('0x') && /^[0-9a-fA-F]+$/.test(text)) {
    throw new InvalidHexError(text, 'it does not start with 0x')
  }
  parseHex(text)
  return text.toLowerCase() as Hex
}

function isFile(word: string): boolean {
  try {
    return fileSystem.statSync(word).isFile()
  } catch {
    return false
  }
}
