/** How many parts are looked at; what has more is taken to go on like that. */
const maxParts = 50_000

/** What a part takes beside its text: a reference, a header. */
const partBytes = 32

/**
 * Guesses how many bytes a value takes in memory.
 *
 * @returns bytes · texts by their length, bytes by theirs, all else by the number of its parts.
 */
export function sizeOf(value: unknown): number {
  const waiting: unknown[] = [value]
  const seen = new Set<object>()
  let bytes = 0
  let parts = 0
  while (waiting.length > 0) {
    const part = waiting.pop()
    bytes += partBytes
    parts++
    if (typeof part === 'string') bytes += 2 * part.length
    if (typeof part !== 'object' || part === null || seen.has(part)) continue
    if (ArrayBuffer.isView(part)) {
      bytes += part.byteLength
      continue
    }
    seen.add(part)
    const inner = insideOf(part)
    if (parts + waiting.length + inner.length > maxParts) {
      // What is not looked at is weighed like what was.
      return Math.ceil((bytes / parts) * (parts + waiting.length + inner.length))
    }
    for (const one of inner) waiting.push(one)
  }
  return bytes
}

function insideOf(part: object): readonly unknown[] {
  if (Array.isArray(part)) return part
  if (part instanceof Map) return [...part].flat()
  if (part instanceof Set) return [...part]
  return Object.values(part)
}
