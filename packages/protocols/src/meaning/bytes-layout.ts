import type { Hex } from '@vaultwright/base'
import {
  type AbiValue,
  decodeTuple,
  encodeTuple,
  parseAbiTuple,
  parseSignature,
  type Rule,
  rulesFor,
  selectorOf,
  UndecodableCallError,
} from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { ruleBook } from '../catalogue/rule-book.ts'

/** The layout of the bytes of an argument, as the rules of its decoders open them. */
export type BytesLayout = {
  /** Path of the argument, with `[]` for any element of a list. */
  readonly pattern: string
  /** `abi`: values as the ABI encodes them; `path`: packed records of one layout, one after another. */
  readonly kind: 'abi' | 'path'
  /** A tuple, a function with its selector, or the fields of a record. */
  readonly text: string
}

/** The content of bytes, read by one layout. */
export type OpenedBytes = {
  readonly layout: BytesLayout
  /** Of a path, one for each record. */
  readonly records: readonly (readonly BytesField[])[]
}

/** A field of opened bytes. */
export type BytesField = {
  readonly name: string
  readonly type: string
  readonly value: AbiValue
}

const opener = /\b(path|abi)\(\s*([\w.[\]*]+)\s*,\s*'([^']*)'\s*\)/g
const layoutsBySelector = new Map<string, readonly BytesLayout[]>()

/**
 * Lists how the decoders of a function open its bytes.
 *
 * @param selector - of the function.
 * @returns each layout once; none for bytes that no decoder reads.
 */
export function bytesLayoutsOf(selector: string): readonly BytesLayout[] {
  const cached = layoutsBySelector.get(selector)
  if (cached !== undefined) return cached
  const byKey = new Map<string, BytesLayout>()
  for (const rule of rulesFor(ruleBook, selector).flatMap(({ wordings }) => wordings)) {
    for (const layout of layoutsIn(rule)) {
      byKey.set(`${layout.pattern} ${layout.kind} ${layout.text}`, layout)
    }
  }
  const layouts = [...byKey.values()]
  layoutsBySelector.set(selector, layouts)
  return layouts
}

/**
 * Reads bytes by the one layout that fits them exactly.
 *
 * @param layouts - those of the argument.
 * @returns null when no layout, or more than one, fits: two readings are no reading.
 */
export function openBytes(bytes: Hex, layouts: readonly BytesLayout[]): OpenedBytes | null {
  const opened = layouts.flatMap((layout) => {
    const records = layout.kind === 'path' ? recordsOf(bytes, layout) : valuesOf(bytes, layout)
    return records === null ? [] : [{ layout, records }]
  })
  return opened.length === 1 ? opened[0]! : null
}

function layoutsIn(rule: Rule): readonly BytesLayout[] {
  const names = rule.let ?? {}
  const texts = [rule.packs, ...(rule.checks ?? []), ...Object.values(names)]
  return texts.flatMap((text) =>
    [...text.matchAll(opener)].map(([, kind, argument, layout]): BytesLayout => {
      const path = resolvePath(argument!, names).replace(/\[[^\]]*\]/g, '[]')
      return { pattern: path, kind: kind as BytesLayout['kind'], text: layout! }
    }),
  )
}

/** A name for opened bytes stands for the argument that they are. */
function resolvePath(path: string, names: { readonly [name: string]: string }): string {
  const [head = '', ...tail] = path.split(/(?=[.[])/)
  const named = Object.hasOwn(names, head) ? names[head]! : null
  if (named === null) return path
  const [call] = named.matchAll(opener)
  if (call !== undefined && call[0] === named.trim()) return [call[2], ...tail].join('')
  return /^[\w.[\]*]+$/.test(named) ? [resolvePath(named, {}), ...tail].join('') : path
}

function valuesOf(bytes: Hex, { text }: BytesLayout): readonly (readonly BytesField[])[] | null {
  const isTuple = text.trimStart().startsWith('(')
  const fn = isTuple ? null : parseSignature(text)
  if (fn !== null && bytes.slice(0, 10).toLowerCase() !== selectorOf(fn.canonical)) return null
  const type = fn?.inputs ?? parseAbiTuple(text)
  const body: Hex = fn === null ? bytes : `0x${bytes.slice(10)}`
  try {
    const { values } = decodeTuple(type, body)
    if (encodeTuple(type, values) !== body.toLowerCase()) return null
    const fields = type.fields.flatMap((field, index) => {
      const name = field.name || String(index)
      return fieldsIn(name, field.type, values[index]!)
    })
    return [fields]
  } catch (error) {
    if (error instanceof UndecodableCallError) return null
    throw error
  }
}

type FieldType = ReturnType<typeof parseAbiTuple>['fields'][number]['type']

/** Tuples are taken apart; a list of tuples too, by the place of each. */
function fieldsIn(name: string, type: FieldType, value: AbiValue): readonly BytesField[] {
  if (type.kind === 'word' || type.kind === 'bytes') return [{ name, type: type.name, value }]
  const items = value as readonly AbiValue[]
  if (type.kind === 'tuple') {
    return type.fields.flatMap((field, index) =>
      fieldsIn(`${name}.${field.name || index}`, field.type, items[index]!),
    )
  }
  return items.flatMap((item, index) => fieldsIn(`${name}[${index}]`, type.element, item))
}

function recordsOf(bytes: Hex, { text }: BytesLayout): readonly (readonly BytesField[])[] | null {
  const fields = parseAbiTuple(`(${text})`).fields.map(({ name, type }) => {
    const word = type.kind === 'word' ? type.name : ''
    return { name, type: word, size: packedSizeOf(word) }
  })
  const records: BytesField[][] = []
  let offset = 2
  while (offset < bytes.length) {
    const record: BytesField[] = []
    for (const { name, type, size } of fields) {
      // The last record may end after its first field.
      if (offset === bytes.length && record.length > 0) break
      const digits = bytes.slice(offset, offset + 2 * size)
      if (digits.length < 2 * size) return null
      offset += 2 * size
      record.push({ name, type, value: packedValueOf(digits, type) })
    }
    records.push(record)
  }
  return records.length === 0 ? null : records
}

function packedSizeOf(type: string): number {
  if (type === 'address') return 20
  if (type === 'bool') return 1
  const size = Number(/\d+$/.exec(type)?.[0] ?? 0)
  return type.startsWith('bytes') ? size : size / 8
}

function packedValueOf(digits: string, type: string): AbiValue {
  if (type === 'address') return checksumOf(`0x${digits}`)
  if (type.startsWith('bytes')) return `0x${digits}`
  const number = BigInt(`0x${digits}`)
  if (type === 'bool') return number === 1n
  return type.startsWith('int') ? BigInt.asIntN(4 * digits.length, number) : number
}
