import { BaseError } from '@vaultwright/base'
import { openLittleReader } from '../bytes/little-reader.ts'
import { openLittleWriter } from '../bytes/little-writer.ts'

/**
 * One part of an inner call that a digest pins.
 *
 * `ingest_instruction` pins `length` bytes of the data from `start` on, `ingest_account` the key and both flags
 * of an account of the inner call, `ingest_instruction_data_size` the length of the data; `noop` pins nothing.
 */
export type Operator =
  | { readonly kind: 'noop' }
  | { readonly kind: 'ingest_instruction'; readonly start: number; readonly length: number }
  | { readonly kind: 'ingest_account'; readonly index: number }
  | { readonly kind: 'ingest_instruction_data_size' }

/**
 * Prints operators as the program stores them (Borsh): a count of 32 bits, then a tag and fields each.
 *
 * @throws {UnsignedRangeError} when a start, length or index does not fit 32, 8 or 8 bits.
 */
export function encodeOperators(operators: readonly Operator[]): Uint8Array {
  const writer = openLittleWriter(4 + operators.length * 6)
  writer.u32(operators.length)
  for (const operator of operators) {
    switch (operator.kind) {
      case 'noop':
        writer.u8(0)
        break
      case 'ingest_instruction':
        writer.u8(1)
        writer.u32(operator.start)
        writer.u8(operator.length)
        break
      case 'ingest_account':
        writer.u8(2)
        writer.u8(operator.index)
        break
      case 'ingest_instruction_data_size':
        writer.u8(3)
        break
    }
  }
  return writer.end()
}

/**
 * Reads operators, the inverse of `encodeOperators`.
 *
 * @param bytes - from the count on; zeros behind the last operator are padding.
 * @throws {MalformedOperatorsError} when they end too early, hold an unknown tag, or something stands behind them.
 */
export function decodeOperators(bytes: Uint8Array): readonly Operator[] {
  const reader = openLittleReader(
    bytes,
    (offset, reason) => new MalformedOperatorsError(offset, reason),
  )
  const count = reader.u32()
  // Each takes a byte at least: a hostile count ends here, before memory is asked for.
  if (count > reader.left()) {
    throw new MalformedOperatorsError(0, `${count} operators do not fit ${reader.left()} bytes`)
  }
  const operators: Operator[] = []
  for (let index = 0; index < count; index++) {
    const offset = reader.offset()
    const tag = reader.u8()
    if (tag === 0) operators.push({ kind: 'noop' })
    else if (tag === 1) {
      operators.push({ kind: 'ingest_instruction', start: reader.u32(), length: reader.u8() })
    } else if (tag === 2) operators.push({ kind: 'ingest_account', index: reader.u8() })
    else if (tag === 3) operators.push({ kind: 'ingest_instruction_data_size' })
    else throw new MalformedOperatorsError(offset, `${tag} is not the tag of an operator`)
  }
  const end = reader.offset()
  const padding = bytes.subarray(end)
  if (padding.some((byte) => byte !== 0)) {
    throw new MalformedOperatorsError(end, 'the bytes behind the last operator are not zero')
  }
  return operators
}

/** Tells whether two lists of operators are the same, one by one. */
export function isSameOperators(left: readonly Operator[], right: readonly Operator[]): boolean {
  const first = encodeOperators(left)
  const second = encodeOperators(right)
  return first.length === second.length && first.every((byte, index) => byte === second[index])
}

/** Bytes are not a list of operators. */
export class MalformedOperatorsError extends BaseError {
  override readonly code = 'malformed_operators'
  override readonly kind = 'damaged_data'

  constructor(offset: number, reason: string) {
    super({
      message: `Operators cannot be read at byte ${offset}: ${reason}. Read the account again, or use a program version with this layout.`,
      facts: { offset, reason },
    })
  }
}
