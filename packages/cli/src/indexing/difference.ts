/** Where two values differ at most, so that a person can look there. */
const most = 8

/**
 * Lists the places in which two JSON values differ.
 *
 * @returns places as `result.sharePrice.value`, at most eight; empty when the two are the same JSON.
 */
export function differencesOf(one: unknown, other: unknown): readonly string[] {
  const found: string[] = []
  compare(one, other, { place: '', found })
  return found.slice(0, most)
}

type Walk = { readonly place: string; readonly found: string[] }

function compare(one: unknown, other: unknown, { place, found }: Walk): void {
  if (found.length >= most || Object.is(one, other)) return
  const [left, right] = [fieldsOf(one), fieldsOf(other)]
  if (left === null || right === null || Array.isArray(one) !== Array.isArray(other)) {
    found.push(place === '' ? 'all of it' : place)
    return
  }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const inner = Array.isArray(one)
      ? `${place}[${key}]`
      : `${place}${place === '' ? '' : '.'}${key}`
    compare(left[key], right[key], { place: inner, found })
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
}
