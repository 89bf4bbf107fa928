/** A place in which two JSON values differ, with what stands there in each; undefined where nothing does. */
export type JsonDifference = {
  /** As `result.flags[0].reason`; `all of it` for the values themselves. */
  readonly place: string
  readonly left: unknown
  readonly right: unknown
}

/**
 * Lists the places in which two JSON values differ, in their order.
 *
 * @returns the deepest places; none if both are the same, bit for bit.
 */
export function jsonDifferencesOf(left: unknown, right: unknown): readonly JsonDifference[] {
  const differences: JsonDifference[] = []
  compare(left, right, { place: '', differences })
  return differences
}

type Walk = { readonly place: string; readonly differences: JsonDifference[] }

function compare(left: unknown, right: unknown, { place, differences }: Walk): void {
  if (Object.is(left, right)) return
  const [fields, rightFields] = [fieldsOf(left), fieldsOf(right)]
  const isList = Array.isArray(left)
  if (fields === null || rightFields === null || isList !== Array.isArray(right)) {
    differences.push({ place: place === '' ? 'all of it' : place, left, right })
    return
  }
  for (const key of new Set([...Object.keys(fields), ...Object.keys(rightFields)])) {
    const inner = isList ? `${place}[${key}]` : `${place}${place === '' ? '' : '.'}${key}`
    compare(fields[key], rightFields[key], { place: inner, differences })
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
}
