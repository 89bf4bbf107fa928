import type { DecoderReadValues } from '@vaultwright/manager'
import type { Context } from './context.ts'
import { readJson } from './input.ts'
import { fieldsOf, ShapeError } from './shape.ts'

/**
 * Reads values of the chain from a JSON object: the key of the read, as `needs` names it, to its value.
 *
 * @throws {ShapeError} when it has another shape, and what reading throws.
 */
export async function readReads(
  path: string | undefined,
  context: Context,
): Promise<DecoderReadValues> {
  return path === undefined ? {} : parseReads(await readJson(path, context), 'reads')
}

/**
 * Reads values of the chain from an object.
 *
 * @throws {ShapeError} when a value is no text, number, or list of these.
 */
export function parseReads(value: unknown, place: string): DecoderReadValues {
  const fields = fieldsOf(value, place)
  for (const [key, one] of Object.entries(fields)) {
    const isValue = [one]
      .flat()
      .every((item) => typeof item === 'string' || typeof item === 'number')
    if (!isValue)
      throw new ShapeError(
        `${place}[${JSON.stringify(key)}]`,
        'a text, a number or a list of these',
        one,
      )
  }
  return fields as DecoderReadValues
}
