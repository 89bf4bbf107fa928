import { buildLeaf, type Leaf } from '@vaultwright/manager'
import type { Context } from './context.ts'
import { readJson } from './input.ts'
import { assertKnown, fieldsOf, listOf, textAt, truthAt } from './shape.ts'
import { UsageError } from './usage.ts'

/** How a person names a leaf: a file, or its fields one by one. */
export type LeafWords = {
  readonly file: string | undefined
  readonly decoder: string | undefined
  readonly target: string | undefined
  readonly signature: string | undefined
  readonly argument: readonly string[]
  readonly 'with-value': boolean
}

const names = ['decoder', 'target', 'signature', 'canSendValue', 'arguments', 'description']

/**
 * Reads a leaf from a JSON object or from options.
 *
 * @throws {UsageError} when fields are missing or given beside a file.
 * @throws {ShapeError} when the object has another shape; {InvalidAddressError} when an address is none.
 */
export async function readLeaf(words: LeafWords, context: Context): Promise<Leaf> {
  const { decoder, target, signature } = words
  const given = [decoder, target, signature].filter((text) => text !== undefined)
  if (words.file !== undefined && given.length + words.argument.length > 0) {
    throw new UsageError('The leaf is given twice: as a file and as options. Give one of them.')
  }
  if (words.file !== undefined) return leafOf(await readJson(words.file, context), 'leaf')
  if (decoder === undefined || target === undefined || signature === undefined) {
    throw new UsageError(
      'A leaf needs --decoder, --target and --signature, or a JSON file. Give all three.',
    )
  }
  const canSendValue = words['with-value']
  return buildLeaf({ decoder, target, signature, canSendValue, arguments: words.argument })
}

/**
 * Reads a leaf from an object.
 *
 * @throws {ShapeError} when the object has another shape; {InvalidAddressError} when an address is none.
 */
export function leafOf(value: unknown, place: string): Leaf {
  const fields = fieldsOf(value, place)
  assertKnown(fields, names, place)
  const { canSendValue = false, arguments: given = [], description = '' } = fields
  return buildLeaf({
    decoder: textAt(fields.decoder, `${place}.decoder`),
    target: textAt(fields.target, `${place}.target`),
    signature: textAt(fields.signature, `${place}.signature`),
    canSendValue: truthAt(canSendValue, `${place}.canSendValue`),
    arguments: listOf(given, `${place}.arguments`).map((one, at) =>
      textAt(one, `${place}.arguments[${at}]`),
    ),
    description: textAt(description, `${place}.description`),
  })
}
