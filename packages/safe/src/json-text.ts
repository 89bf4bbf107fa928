/** The value of a JSON text, or the reason that it has none or two. */
type JsonTextReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string }

/**
 * Reads a JSON text in which every object names a key once: readers differ in which of two they take.
 *
 * @returns the value, or what is wrong with line and column.
 */
export function readJsonText(text: string): JsonTextReading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, why: `is not JSON (${String(error)})` }
  }
  const twin = firstTwin(text)
  if (twin === null) return { ok: true, value }
  const before = text.slice(0, twin.offset).split('\n')
  const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`
  return {
    ok: false,
    why: `names the key ${JSON.stringify(twin.key)} twice in one object (${place})`,
  }
}

type JsonKey = { readonly key: string; readonly offset: number }

/** Finds the first key that its object has already; the text must be JSON. */
function firstTwin(text: string): JsonKey | null {
  const objects: (Set<string> | null)[] = []
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]
    if (sign === '{') objects.push(new Set())
    else if (sign === '[') objects.push(null)
    else if (sign === '}' || sign === ']') objects.pop()
    else if (sign === '"') {
      const end = stringEnd(text, index)
      if (isKey(text, end)) {
        const key = String(JSON.parse(text.slice(index, end)))
        const keys = objects.at(-1) as Set<string>
        if (keys.has(key)) return { key, offset: index }
        keys.add(key)
      }
      index = end - 1
    }
  }
  return null
}

/** The place behind the closing quote of the string that begins at a place. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(text: string, quote: number): boolean {
  let strokes = 0
  while (text[quote - 1 - strokes] === '\\') strokes++
  return strokes % 2 === 1
}

function isKey(text: string, end: number): boolean {
  let position = end
  while (' \t\r\n'.includes(text[position] ?? 'x')) position++
  return text[position] === ':'
}
