import type { TSchema } from 'typebox'

type Part = { readonly [key: string]: unknown }

/**
 * What an editor may see where hexadecimal digits stand without quotes: to YAML they are a number, and files
 * are read so that they stay the text that they are.
 */
export const unquotedHex = {
  description: 'Hexadecimal digits without quotes, which editors read as a number.',
  type: 'integer',
} as const

/**
 * Prints a schema for editors: JSON Schema without the keywords that only `fileReaderOf` knows. Where a text
 * is marked `isHex`, the number that its digits are without quotes is admitted, too.
 */
export function jsonSchemaOf(schema: TSchema): { readonly [key: string]: unknown } {
  return partOf(schema as Part)
}

/** In the order that people read. */
const firstKeys = ['default', 'description', 'type', 'properties', 'required']

function partOf(schema: Part): Part {
  const { errorMessage: _, patternProperties, isHex, ...rest } = schema
  if (isHex === true) {
    const { description, ...text } = rest
    const head = description === undefined ? {} : { description }
    return { ...head, anyOf: [partOf(text), unquotedHex] }
  }
  const [values] = Object.values((patternProperties ?? {}) as Part)
  const whole: Part =
    values === undefined
      ? rest
      : {
          ...rest,
          propertyNames: rest.propertyNames ?? { type: 'string' },
          additionalProperties: values,
        }
  const keys = new Set([...firstKeys.filter((key) => key in whole), ...Object.keys(whole)])
  return Object.fromEntries([...keys].map((key) => [key, printed(key, whole[key])]))
}

/** What stands under these is a value, or names schemas, and is no schema itself. */
function printed(key: string, value: unknown): unknown {
  if (key === 'default' || key === 'const' || key === 'enum') return value
  if (Array.isArray(value)) return value.map((item) => printed('', item))
  if (typeof value !== 'object' || value === null) return value
  if (key !== 'properties') return partOf(value as Part)
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, partOf(part as Part)]),
  )
}
