import { BaseError } from '@vaultwright/base'

/** A value of RLP: bytes, or a list; each with the bytes that encode it. */
export type RlpItem =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly raw: Uint8Array }
  | { readonly kind: 'list'; readonly items: readonly RlpItem[]; readonly raw: Uint8Array }

/** No honest value nests deeper; a dishonest one must not exhaust the stack. */
const deepest = 32

/**
 * Decodes RLP. Every value has one encoding, and no other is taken.
 *
 * Source: Ethereum yellow paper, appendix B.
 *
 * @throws {InvalidRlpError} if it is not valid, or bytes follow it.
 */
export function decodeRlp(data: Uint8Array): RlpItem {
  const item = decodeAt(data, 0)
  if (item.raw.length !== data.length) throw new InvalidRlpError('bytes follow the value')
  return item
}

/** Encodes a list of byte strings. */
export function encodeRlpList(fields: readonly Uint8Array[]): Uint8Array {
  const parts = fields.map((field) =>
    field.length === 1 && field[0]! < 0x80 ? field : joinBytes([headOf(0x80, field.length), field]),
  )
  const payload = joinBytes(parts)
  return joinBytes([headOf(0xc0, payload.length), payload])
}

function decodeAt(data: Uint8Array, depth: number): RlpItem {
  if (depth > deepest) throw new InvalidRlpError('it nests too deep')
  const first = data[0]
  if (first === undefined) throw new InvalidRlpError('it is empty')
  if (first < 0x80) return { kind: 'bytes', bytes: data.subarray(0, 1), raw: data.subarray(0, 1) }
  const isList = first >= 0xc0
  const { start, length } = spanOf(data, first - (isList ? 0xc0 : 0x80))
  if (start + length > data.length) throw new InvalidRlpError('it ends too early')
  const raw = data.subarray(0, start + length)
  const payload = data.subarray(start, start + length)
  if (!isList) {
    if (length === 1 && payload[0]! < 0x80)
      throw new InvalidRlpError('a byte is longer than needed')
    return { kind: 'bytes', bytes: payload, raw }
  }
  const items: RlpItem[] = []
  for (let index = 0; index < length; ) {
    const item = decodeAt(payload.subarray(index), depth + 1)
    items.push(item)
    index += item.raw.length
  }
  return { kind: 'list', items, raw }
}

function spanOf(
  data: Uint8Array,
  code: number,
): { readonly start: number; readonly length: number } {
  if (code < 56) return { start: 1, length: code }
  const width = code - 55
  if (width > 4 || data.length < 1 + width) throw new InvalidRlpError('its length is none')
  let length = 0
  for (const byte of data.subarray(1, 1 + width)) length = length * 256 + byte
  if (data[1] === 0 || length < 56) throw new InvalidRlpError('its length is longer than needed')
  return { start: 1 + width, length }
}

function headOf(base: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(base + length)
  const digits: number[] = []
  for (let remainder = length; remainder > 0; remainder = Math.floor(remainder / 256))
    digits.unshift(remainder % 256)
  return Uint8Array.of(base + 55 + digits.length, ...digits)
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}

/** Bytes that were to be RLP are none. */
export class InvalidRlpError extends BaseError {
  override readonly code = 'invalid_rlp'
  override readonly kind = 'unavailable'

  constructor(why: string) {
    super({
      message: `The bytes are not RLP: ${why}. Ask another endpoint.`,
      facts: { why },
      retryable: true,
    })
  }
}
