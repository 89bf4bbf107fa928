import type { Hex } from '@vaultwright/base'
import type { AbiFunction, AbiType, AbiValue } from '@vaultwright/manager'
import { type BytesLayout, bytesLayoutsOf, openBytes } from './bytes-layout.ts'

/** One value among the arguments of a call: tuples and lists are taken apart. */
export type CallArgument = {
  /** The path of it: `params.tokenIn`, `orders[1].maker`; parameters without a name by their number. */
  readonly path: string
  /** The same with `[]` for any element of a list of open length: `orders[].maker`. */
  readonly pattern: string
  /** Canonical; the type of a list when it is empty. */
  readonly type: string
  readonly value: AbiValue
  /** Path of the bytes that it was read out of; null when it is an argument of its own. */
  readonly within: string | null
}

/**
 * Lists the arguments of a call, each by its path.
 *
 * Bytes stand as they are; what the rules of decoders open in them follows, with `within`.
 *
 * @param fn - the function with the names of its parameters.
 * @param values - as `decodeCall` reads them.
 * @returns in the order of the calldata; an empty list is one argument.
 */
export function callArgumentsOf(
  fn: AbiFunction,
  values: readonly AbiValue[],
  selector: Hex,
): readonly CallArgument[] {
  const layouts = bytesLayoutsOf(selector)
  return fn.inputs.fields.flatMap((field, index) => {
    const name = field.name || String(index)
    return argumentsIn(field.type, values[index]!, { path: name, pattern: name, layouts })
  })
}

/**
 * Puts arguments together again: the inverse of `callArgumentsOf`.
 *
 * @param values - by path; what was read out of bytes is left out.
 * @returns the values of the parameters; null when one is missing.
 */
export function valuesOfArguments(
  fn: AbiFunction,
  values: ReadonlyMap<string, AbiValue>,
): readonly AbiValue[] | null {
  const joined = fn.inputs.fields.map((field, index) =>
    joinValue(field.type, field.name || String(index), values),
  )
  return joined.includes(null) ? null : (joined as readonly AbiValue[])
}

type ArgumentLocation = {
  readonly path: string
  readonly pattern: string
  readonly layouts: readonly BytesLayout[]
}

function argumentsIn(
  type: AbiType,
  value: AbiValue,
  { path, pattern, layouts }: ArgumentLocation,
): readonly CallArgument[] {
  const here = { path, pattern, value, within: null }
  switch (type.kind) {
    case 'word':
      return [{ ...here, type: type.name }]
    case 'bytes':
      return [{ ...here, type: type.name }, ...openedIn({ path, pattern, layouts }, value as Hex)]
    case 'tuple':
      return type.fields.flatMap((field, index) => {
        const name = field.name || String(index)
        const place = { path: `${path}.${name}`, pattern: `${pattern}.${name}`, layouts }
        return argumentsIn(field.type, (value as readonly AbiValue[])[index]!, place)
      })
    case 'array': {
      const items = value as readonly AbiValue[]
      if (items.length === 0) return [{ ...here, type: 'list' }]
      return items.flatMap((item, index) => {
        const mark = type.length === null ? '' : index
        const place = { path: `${path}[${index}]`, pattern: `${pattern}[${mark}]`, layouts }
        return argumentsIn(type.element, item, place)
      })
    }
  }
}

function openedIn(
  { path, pattern, layouts }: ArgumentLocation,
  bytes: Hex,
): readonly CallArgument[] {
  const matching = layouts.filter((layout) => layout.pattern === pattern)
  const opened =
    matching.length === 0 || !bytes.startsWith('0x') ? null : openBytes(bytes, matching)
  if (opened === null) return []
  const isPath = opened.layout.kind === 'path'
  return opened.records.flatMap((record, index) =>
    record.flatMap(({ name, type, value }): readonly CallArgument[] => {
      const place = {
        path: `${path}${isPath ? `[${index}]` : ''}.${name}`,
        pattern: `${pattern}${isPath ? '[]' : ''}.${name.replace(/\[\d+\]/g, '[]')}`,
      }
      const inner = type === 'bytes' ? openedIn({ ...place, layouts }, value as Hex) : []
      return [{ ...place, type, value, within: path }, ...inner]
    }),
  )
}

function joinValue(
  type: AbiType,
  path: string,
  values: ReadonlyMap<string, AbiValue>,
): AbiValue | null {
  if (type.kind === 'word' || type.kind === 'bytes') return values.get(path) ?? null
  if (type.kind === 'tuple') {
    return joinAll(
      type.fields.map(({ name, type: inner }, index) =>
        joinValue(inner, `${path}.${name || index}`, values),
      ),
    )
  }
  const empty = values.get(path)
  if (empty !== undefined) return empty
  const items: (AbiValue | null)[] = []
  for (let index = 0; type.length === null || index < type.length; index++) {
    const item = joinValue(type.element, `${path}[${index}]`, values)
    if (item === null && type.length === null) break
    items.push(item)
  }
  // An empty list is an argument of its own: without it, nothing stands here.
  return type.length === null && items.length === 0 ? null : joinAll(items)
}

function joinAll(items: readonly (AbiValue | null)[]): AbiValue | null {
  return items.includes(null) ? null : (items as readonly AbiValue[])
}
