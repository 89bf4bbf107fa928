import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { StoreDamagedError } from './engine.ts'

/** Less text than this saves fewer bytes than compressing it takes time. */
const worthDeflating = 512
/** A replay writes hundreds of thousands of receipts: most are shorter, and compressing one took as long as its SQL. */
const worthDeflatingReceipt = 8_192
/** Of a text of a few thousand letters a small window sees all, and is made much faster. */
const shortText = 8_192
const smallWindow = { windowBits: 13, memLevel: 6 }

/** Compresses a text for keeping. */
export function packText(text: string): Uint8Array {
  if (text.length < worthDeflating) return storedBlockOf(Buffer.from(text))
  return text.length < shortText ? deflateRawSync(text, smallWindow) : deflateRawSync(text)
}

/** As `packText`, for a receipt that leaves its inputs to the readings: it is plain unless it is long. */
export function packReceipt(text: string): Uint8Array {
  if (text.length >= worthDeflatingReceipt) return packText(text)
  return storedBlockOf(Buffer.from(text))
}

/** A cache may be half as large again, and is made in half the time. */
const quickLevel = { level: 3 }

/** As `packText`, for bytes that may go at any time and are made again. */
export function packCached(bytes: Uint8Array): Uint8Array {
  return deflateRawSync(bytes, quickLevel)
}

/** Bytes as DEFLATE has them when it does not compress: one last block, its length, and the length's complement. */
function storedBlockOf(bytes: Buffer): Uint8Array {
  const block = Buffer.allocUnsafe(bytes.length + 5)
  block[0] = 1
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(~bytes.length & 0xffff, 3)
  bytes.copy(block, 5)
  return block
}

/**
 * Reads what `packText`, `packReceipt` or `packCached` made.
 *
 * @throws {StoreDamagedError} when they are no such bytes.
 */
export function unpackText(bytes: Uint8Array): string {
  return unpackBytes(bytes).toString()
}

/**
 * As `unpackText`, for bytes, and for a text whose digest is compared: of its bytes it is made faster.
 *
 * @throws {StoreDamagedError} when they are no such bytes.
 */
export function unpackBytes(bytes: Uint8Array): Buffer {
  const chunkSize = Math.min(maxChunk, Math.max(minimumChunk, bytes.length * usualRatio))
  try {
    return inflateRawSync(bytes, { chunkSize })
  } catch (cause) {
    throw new StoreDamagedError('a compressed text cannot be read', cause)
  }
}

/** Most texts fit into one piece then, and pieces need not be put together. */
const usualRatio = 12
const minimumChunk = 16_384
const maxChunk = 1_048_576

/** @returns what tells a text from others: the first 16 hex digits of SHA-256. */
export function digestOf(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex').slice(0, 16)
}
