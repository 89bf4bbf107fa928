/** Tells whether a value has a type. */
export type Is = (value: unknown) => boolean

export const text: Is = (value) => typeof value === 'string'
export const bool: Is = (value) => typeof value === 'boolean'
export const number: Is = (value) => typeof value === 'number' && Number.isFinite(value)
export const integer: Is = (value) => Number.isSafeInteger(value)
export const anything: Is = () => true
export const object: Is = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const matching =
  (pattern: RegExp): Is =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
export const address = matching(/^0x[0-9a-fA-F]{40}$/)
export const word = matching(/^0x[0-9a-f]{64}$/)
export const hex = matching(/^0x([0-9a-f]{2})*$/)
export const decimal = matching(/^-?(0|[1-9]\d*)(\.\d+)?$/)
export const time = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
export const slug = matching(/^[a-z0-9][a-z0-9-]*$/)
export const is =
  (expected: unknown): Is =>
  (value) =>
    value === expected
export const either =
  (...ways: readonly Is[]): Is =>
  (value) =>
    ways.some((way) => way(value))
export const nullable = (inner: Is): Is => either(is(null), inner)
export const list =
  (inner: Is = anything): Is =>
  (value) =>
    Array.isArray(value) && value.every(inner)
export const record =
  (inner: Is): Is =>
  (value) =>
    object(value) && Object.values(value as object).every(inner)
/** Exactly these fields, each with its type. */
export const fields =
  (shape: Readonly<Record<string, Is>>): Is =>
  (value) =>
    object(value) &&
    Object.keys(value as object)
      .toSorted()
      .join() === Object.keys(shape).toSorted().join() &&
    Object.entries(shape).every(([name, inner]) => inner((value as Record<string, unknown>)[name]))
