import { BaseError } from '@vaultwright/base'

/**
 * Refuses a text that a database would not give back as it is.
 *
 * @throws {InvalidTextError} for U+0000 and halves of surrogate pairs.
 */
export function assertText<Text extends string | null>(field: string, text: Text): Text {
  if (text !== null && !isText(text)) throw new InvalidTextError(field)
  return text
}

/** Tells whether a database can keep a text: what it cannot keep, it does not have either. */
export function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/**
 * Refuses a name that a line of text cannot show.
 *
 * @throws {InvalidNameError} unless it has at most 200 characters, none of them a control character, with
 *   no space around them; a text that may be empty may have it.
 */
export function assertName(what: string, name: string, minimum = 1): string {
  const length = [...name].length
  // Marks that cannot be seen make two names look like one.
  const isLine = !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(name)
  const isBare = minimum === 0 || name.trim() === name
  if (length >= minimum && length <= 200 && isLine && isBare) return name
  const rule = `give ${minimum} to 200 characters without control or invisible characters and without space around them`
  throw new InvalidNameError(what, name.slice(0, 200), rule)
}

/** A text has characters that are not text. */
class InvalidTextError extends BaseError {
  override readonly code = 'invalid_text'
  override readonly kind = 'invalid_input'

  constructor(field: string) {
    super({
      message: `${field} holds U+0000 or half of a surrogate pair, which a database cannot keep. Leave it out.`,
      facts: { field },
    })
  }
}

/** A name is not one that the store takes. */
export class InvalidNameError extends BaseError {
  override readonly code = 'invalid_name'
  override readonly kind = 'invalid_input'

  constructor(what: string, name: string, rule: string) {
    super({
      message: `${JSON.stringify(name)} is not a name for a ${what}: ${rule}.`,
      facts: { what, name, rule },
    })
  }
}
