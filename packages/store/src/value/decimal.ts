import { BaseError } from '@vaultwright/base'

/** Digits on either side of the point: more than any amount has, less than either database holds. */
const digitLimit = 1000
const isCanonical = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/

/**
 * Spells an exact decimal in the one way in which both databases keep it.
 *
 * @returns the same number without needless zeros: no `-0`, no exponent, no zeros at either end.
 * @throws {InvalidDecimalError} for everything else, and for more than 1000 digits on a side.
 */
export function canonicalDecimal(field: string, text: string): string {
  // Computed values are spelled so already, and there are dozens of them a day.
  if (text.length <= digitLimit && isCanonical.test(text)) return text
  const match = text.length > 2 * digitLimit + 2 ? null : /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) throw new InvalidDecimalError(field, text)
  const whole = match[2]!.replace(/^0+(?=\d)/, '')
  const fraction = (match[3] ?? '').replace(/0+$/, '')
  if (whole.length > digitLimit || fraction.length > digitLimit) {
    throw new InvalidDecimalError(field, text)
  }
  const size = fraction === '' ? whole : `${whole}.${fraction}`
  return match[1] === '-' && size !== '0' ? `-${size}` : size
}

/**
 * Spells an exact decimal that may be unknown.
 *
 * @returns the canonical text; null for null.
 * @throws {InvalidDecimalError} as `canonicalDecimal`.
 */
export function canonicalDecimalOrNull(field: string, text: string | null): string | null {
  return text === null ? null : canonicalDecimal(field, text)
}

/** A text is not an exact decimal. */
class InvalidDecimalError extends BaseError {
  override readonly code = 'invalid_decimal'
  override readonly kind = 'invalid_input'

  constructor(field: string, value: string) {
    const shown = value.length > 100 ? `${value.slice(0, 97)}...` : value
    super({
      message: `${field} is ${JSON.stringify(shown)}, which is not an exact decimal. Give digits with at most one point, as in 1234.5.`,
      facts: { field, value: shown },
    })
  }
}
