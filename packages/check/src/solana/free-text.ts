import type { SvmDataField } from '@vaultwright/svm-builder'

/**
 * Names the fields that lie in free parts of a call's data.
 *
 * @param parts - as `freePartsOf` gives them.
 * @param fields - of the template; empty where the call has none.
 */
export function withFieldNames(
  parts: readonly string[],
  fields: readonly SvmDataField[],
): readonly string[] {
  return parts.map((part) => {
    const [, first, last] = /^bytes? (\d+)(?: to (\d+))? of/.exec(part) ?? []
    if (first === undefined) return part
    const [start, end] = [Number(first), Number(last ?? first)]
    const inside = fields.filter(
      (field) => field.start <= end && field.start + field.length > start,
    )
    return inside.length === 0 ? part : `${inside.map(({ name }) => name).join(', ')} (${part})`
  })
}
