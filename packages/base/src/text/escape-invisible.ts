/**
 * Shows a text from outside without characters that cannot be seen or that turn the writing.
 *
 * @param text - any text, such as a symbol that a token gives itself.
 * @returns the text with `\xNN` in place of each control character, and `\u{…}` of each that turns the writing.
 */
export function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (char) => {
    const code = char.charCodeAt(0).toString(16)
    return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`
  })
}
