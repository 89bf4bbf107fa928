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
  const bytes = await readBoundedBytes(body, maxBytes)
  return bytes === null ? null : new TextDecoder().decode(bytes)
}

/**
 * Reads the bytes of a foreign answer, and stops as soon as they are too many.
 *
 * @returns null when it has more than `maxBytes` bytes.
 */
export async function readBoundedBytes(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let end = 0
  for (const chunk of chunks) {
    bytes.set(chunk, end)
    end += chunk.length
  }
  return bytes
}
