/** Controls, formats such as U+200B, every blank but the space, and letters that show nothing. */
const invisible =
  /[\p{Cc}\p{Cf}\p{Bidi_Control}\p{Zl}\p{Zp}\u2800\u3164\u115f\u1160\uffa0]|(?! )\p{Zs}/gu

/**
 * Shows a text from outside without characters that cannot be seen or that turn the writing.
 *
 * @param text - any text, such as a symbol that a token gives itself.
 * @returns the text with `\xNN` in place of each control character, and `\u{…}` of every other one.
 */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, escapeCharacter)
}

/** Shows a text in which no letter can be taken for another: all that is not of ASCII is escaped, too. */
export function escapeForeign(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, escapeCharacter)
}

function escapeCharacter(char: string): string {
  const code = char.codePointAt(0)!
  const digits = code.toString(16)
  return code > 0xff ? `\\u{${digits}}` : `\\x${digits.padStart(2, '0')}`
}
