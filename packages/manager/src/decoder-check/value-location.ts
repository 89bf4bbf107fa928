import type { AbiTuple, AbiType } from '../abi/abi-type.ts'
import type { AbiValue } from '../abi/abi-value.ts'

/** The location of a value among the arguments of a call. */
export type ValueLocation = {
  /** Positions from the outside in. */
  readonly path: readonly number[]
  /** As the notation names it, `params.fills[0].order.YT`. */
  readonly name: string
  readonly type: AbiType
  readonly value: AbiValue
}

/**
 * Lists every value of a call: words, bytes and lists, what is inside them too.
 *
 * @returns the outer before the inner, in order.
 */
export function valueLocationsOf(
  type: AbiTuple,
  values: readonly AbiValue[],
): readonly ValueLocation[] {
  return type.fields.flatMap((field, index) =>
    valueLocationsIn({ path: [index], name: field.name, type: field.type, value: values[index]! }),
  )
}

/** Replaces one value of a call. */
export function withValueAt(
  values: readonly AbiValue[],
  path: readonly number[],
  value: AbiValue,
): readonly AbiValue[] {
  const [first = 0, ...tail] = path
  return values.map((old, index) => {
    if (index !== first) return old
    return tail.length === 0 ? value : withValueAt(old as readonly AbiValue[], tail, value)
  })
}

function valueLocationsIn(spot: ValueLocation): readonly ValueLocation[] {
  const { path, name, type, value } = spot
  if (type.kind === 'tuple') {
    const values = value as readonly AbiValue[]
    return type.fields.flatMap((field, index) =>
      valueLocationsIn({
        path: [...path, index],
        name: `${name}.${field.name}`,
        type: field.type,
        value: values[index]!,
      }),
    )
  }
  if (type.kind !== 'array') return [spot]
  const items = (value as readonly AbiValue[]).flatMap((item, index) =>
    valueLocationsIn({
      path: [...path, index],
      name: `${name}[${index}]`,
      type: type.element,
      value: item,
    }),
  )
  return [spot, ...items]
}
