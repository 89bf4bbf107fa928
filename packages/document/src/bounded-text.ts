/**
 * Reads the text of a foreign answer, and stops as soon as it is too large.
 *
 * @param body - UTF-8 in chunks, such as the body of a response; null for none.
 * @returns the text; null when it has more than `maxBytes` bytes.
 */
export async function readBoundedText(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<string | null> {
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
