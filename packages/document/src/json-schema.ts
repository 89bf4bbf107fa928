import type { TSchema } from 'typebox'

type Part = { readonly [key: string]: unknown }

/**
 * The schema for an editor of hexadecimal digits without quotes: to YAML they are a number, and
 * files are read so that they stay the text that they are. A decimal number looks the same to an
 * editor, so that its size alone is checked.
 *
 * @param digits - at most.
 * @param least - the least number that the digits may be; default: 0.
 * @returns the schema of the number. Its maximum is a float, as the number is that an editor sees.
 */
export function unquotedHexOf(digits: number, minimum = 0): Part {
  return {
    description: 'Hexadecimal digits without quotes, which editors read as a number.',
    type: 'integer',
    minimum,
    maximum: 16 ** digits - 1,
  }
}

/**
 * Prints a schema for editors: JSON Schema without the keywords that only `fileReaderOf` knows. Where a text
 * has `hexDigits`, the number that its digits are without quotes is admitted, too; with `isZeroRefused`, zero
 * is refused in either form.
 */
export function jsonSchemaOf(schema: TSchema): { readonly [key: string]: unknown } {
  return partOf(schema as Part)
}

/** In the order that people read. */
const firstKeys = ['default', 'description', 'type', 'properties', 'required']

function partOf(schema: Part): Part {
  const { errorMessage: _, patternProperties, hexDigits, isZeroRefused, ...schemaFields } = schema
  if (typeof hexDigits === 'number') {
    const { description, ...text } = schemaFields
    const head = description === undefined ? {} : { description }
    const minimum = isZeroRefused === true ? 1 : 0
    const written = minimum === 0 ? text : { ...text, not: { pattern: '^0x0+$' } }
    return { ...head, anyOf: [partOf(written), unquotedHexOf(hexDigits, minimum)] }
  }
  const [values] = Object.values((patternProperties ?? {}) as Part)
  const whole: Part =
    values === undefined
      ? schemaFields
      : {
          ...schemaFields,
          propertyNames: schemaFields.propertyNames ?? { type: 'string' },
          additionalProperties: values,
        }
  const keys = new Set([...firstKeys.filter((key) => key in whole), ...Object.keys(whole)])
  return Object.fromEntries([...keys].map((key) => [key, printed(key, whole[key])]))
}

/** Keys whose content is a value, or names schemas, and is no schema itself. */
function printed(key: string, value: unknown): unknown {
  if (key === 'default' || key === 'const' || key === 'enum') return value
  if (Array.isArray(value)) return value.map((item) => printed('', item))
  if (typeof value !== 'object' || value === null) return value
  if (key !== 'properties') return partOf(value as Part)
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, partOf(part as Part)]),
  )
}
