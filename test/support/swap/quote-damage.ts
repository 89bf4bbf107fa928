type Path = readonly (string | number)[]

/** The paths of all texts, numbers, truths and nulls of a JSON document. */
export function leafPathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  if (Array.isArray(value)) return value.flatMap((one, index) => leafPathsOf(one, [...path, index]))
  return Object.entries(value).flatMap(([key, one]) => leafPathsOf(one, [...path, key]))
}

/** A document with another value of the same kind at one path. */
export function withDamage(document: unknown, path: Path): unknown {
  const [key, ...further] = path
  if (key === undefined) return damagedValue(document)
  if (Array.isArray(document)) {
    return document.with(key as number, withDamage(document[key as number], further))
  }
  const fields = document as Readonly<Record<string, unknown>>
  return { ...fields, [key]: withDamage(fields[key], further) }
}

function damagedValue(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (value === null) return '1'
  const text = String(value)
  const digit = text.endsWith('1') ? '2' : '1'
  return /[0-9a-fA-F]$/.test(text) ? `${text.slice(0, -1)}${digit}` : `${text}1`
}
