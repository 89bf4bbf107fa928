import {
  type Document,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'

/** A place in a text, counted from 1. */
export type TextLocation = { readonly line: number; readonly column: number }

/** A YAML or JSON text that was read: its value, and where each part of it stands. */
type LocatedText = {
  readonly value: unknown
  /** Finds where a part stands: the nearest part above it where the text lacks it. */
  readonly locationOf: (path: readonly PropertyKey[]) => TextLocation
  /** The errors that keep the text from being read, in order; empty if it was read. */
  readonly faults: readonly (TextLocation & { readonly message: string })[]
}

/** The integers of YAML without the hexadecimal ones: an account without quotes is a text. */
const hexadecimal = 'HEX'

/** Thousands of entries may share an anchor; what anchors of anchors multiply to has an end all the same. */
const maxAliases = 100_000

/**
 * Reads a YAML text; JSON is YAML.
 *
 * An account needs no quotes: digits after `0x` stay the text that they are, and numbers too large for
 * a float stay digits.
 *
 * @returns the value, of unknown shape, with its places.
 */
export function readLocatedText(text: string): LocatedText {
  try {
    return readText(text)
  } catch (error) {
    // The parser's own words for nodes and aliases that nest or repeat without end.
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error
    const faults = [{ line: 1, column: 1, message: 'it nests or repeats itself without end' }]
    return { value: null, faults, locationOf: () => ({ line: 1, column: 1 }) }
  }
}

function readText(text: string): LocatedText {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    intAsBigInt: true,
    stringKeys: true,
    // The parser compares each key with all before it, which takes minutes for a text of some megabytes.
    uniqueKeys: false,
    prettyErrors: false,
    customTags: (tags) =>
      tags.filter((tag) => typeof tag === 'string' || tag.format !== hexadecimal),
  })
  const placeAt = (offset: number): TextLocation => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const faults = [...document.errors, ...document.warnings].map((fault) => ({
    ...placeAt(fault.pos[0]),
    message: errorText(fault),
  }))
  if (faults.length === 0) {
    const twice = offsetsOfTwins(document)
    faults.push(...twice.map((at) => ({ ...placeAt(at), message: 'Map keys must be unique' })))
  }
  if (document.directives.yaml.version !== '1.2') {
    faults.push({ line: 1, column: 1, message: oldVersion })
  }
  const value = faults.length > 0 ? null : scalarsOf(document)
  return { value, faults, locationOf: (path) => placeAt(offsetOf(document, path)) }
}

/** The offsets of keys that their map already has. */
function offsetsOfTwins(document: Document.Parsed): readonly number[] {
  const lines: number[] = []
  visit(document, {
    Map: (_, { items }) => {
      const keys = new Set<string>()
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : null
        if (name === null) continue
        if (keys.has(name)) lines.push(startOf(key) ?? 0)
        keys.add(name)
      }
    },
  })
  return lines
}

/** In older versions `010` is eight, `1:30` is ninety, and `<<` brings keys from elsewhere. */
const oldVersion =
  'it is of an older version of YAML, which reads numbers otherwise: give version 1.2'

/** The parser speaks to programmers where a person made the mistake. */
function errorText({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here: give one'
  if (code === 'NON_STRING_KEY') return 'a key here is not plain text: write it out'
  if (message.includes('call stack')) return 'it nests without end'
  return message.replace(/\.?\s*$/, '')
}

function scalarsOf(document: Document.Parsed): unknown {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value !== 'bigint') return
      const number = Number(node.value)
      node.value = Number.isSafeInteger(number) ? number : node.value.toString()
    },
  })
  return document.toJS({ maxAliasCount: maxAliases })
}

/** The key of the last named part, for that is what a person looks for; of an item, the item. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  let node: ParsedNode | null = document.contents
  let offset = node?.range?.[0] ?? 0
  for (const key of path) {
    if (node === null) return offset
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      : undefined
    const next = pair?.value ?? (isMap(node) ? null : itemOf(node, key))
    offset = startOf(pair?.key ?? next) ?? offset
    node = (next ?? null) as ParsedNode | null
  }
  return offset
}

function itemOf(node: ParsedNode, key: PropertyKey): Node | null {
  return 'items' in node ? ((node.items[Number(key)] ?? null) as Node | null) : null
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0]
}
