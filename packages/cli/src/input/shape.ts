import { BaseError } from '@vaultwright/base'

/** A JSON object of unknown fields. */
export type Fields = { readonly [key: string]: unknown }

/** Reads a value as an object. */
export function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new ShapeError(place, 'an object', value)
}

export function listOf(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new ShapeError(place, 'a list', value)
}

export function textAt(value: unknown, place: string): string {
  if (typeof value === 'string') return value
  throw new ShapeError(place, 'a text', value)
}

/** Reads a value as true or false. */
export function truthAt(value: unknown, place: string): boolean {
  if (typeof value === 'boolean') return value
  throw new ShapeError(place, 'true or false', value)
}

/** Reads an amount: decimal digits or hex as a text, or a whole number that a float holds exactly. */
export function amountAt(value: unknown, place: string): bigint {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  const isText = typeof value === 'string' && /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)
  const amount = isNumber || isText ? BigInt(value as number | string) : -1n
  if (amount >= 0n && amount < 1n << 256n) return amount
  throw new ShapeError(place, 'an amount (whole base units as a decimal text, below 2^256)', value)
}

/** Refuses unknown fields, so that a misspelled one is not dropped silently. */
export function assertKnown(fields: Fields, allowed: readonly string[], place: string): void {
  const unknown = Object.keys(fields).find((name) => !allowed.includes(name))
  if (unknown === undefined) return
  throw new ShapeError(`${place}.${unknown}`, `one of ${allowed.join(', ')}`, unknown)
}

/** JSON can be read at depths at which it cannot be written. */
function textOf(actual: unknown): string {
  try {
    return JSON.stringify(actual) ?? 'nothing'
  } catch {
    return 'something that nests without end'
  }
}

export class ShapeError extends BaseError {
  override readonly code = 'input_shape'
  override readonly kind = 'invalid_input'

  constructor(place: string, wanted: string, value: unknown) {
    const text = textOf(value)
    const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text
    super({
      message: `${place} is ${value === undefined ? 'missing' : shown} where ${wanted} is wanted. Correct it there.`,
      facts: { place, wanted, found: shown },
    })
  }
}
