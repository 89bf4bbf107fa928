/** A text or a number of JSON, from left to right. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * Parses JSON whose whole numbers may be longer than a float holds: those of 16 digits and more become strings of
 * their digits, so that no amount is rounded.
 *
 * @returns undefined where the text is not JSON.
 */
export function parseAnswer(text: string): unknown {
  try {
    JSON.parse(text)
    return JSON.parse(
      text.replace(token, (found) => (/^\d{16,}$/.test(found) ? `"${found}"` : found)),
    )
  } catch {
    return undefined
  }
}
