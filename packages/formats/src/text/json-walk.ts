import { finishSteps, type Steps } from '@vaultwright/base'

/** Keys and indices from the root of a JSON value. */
export type JsonPath = readonly (string | number)[]

/** The place where a text is not JSON, or names a key twice. */
export type JsonIssue = {
  readonly offset: number
  readonly why: string
  /** The path of a key that stands twice in its object. */
  readonly duplicate?: JsonPath
}

type JsonContainer = { readonly keys: Set<string> | null; count: number }

type JsonPosition = { readonly frame: JsonContainer; readonly path: (string | number)[] }

/**
 * Walks over every value of a JSON text in order, without recursion and without building it.
 *
 * Accepts exactly what `JSON.parse` accepts, and stops at a key that stands twice. For the error path:
 * it knows places, which `JSON.parse` does not tell.
 *
 * @returns the first issue; null when there is none, or when the walk was ended.
 */
export function walkJson(
  text: string,
  visit: (path: JsonPath, offset: number) => boolean,
): JsonIssue | null {
  return finishSteps(walkSteps(text, visit))
}

/** Values that are visited between two steps. */
const valuesOfStep = 8_192

/** Walks as `walkJson` does, in steps. */
export function* walkSteps(
  text: string,
  visit: (path: JsonPath, offset: number) => boolean,
): Steps<JsonIssue | null> {
  let count = 0
  const frames: JsonContainer[] = []
  const path: (string | number)[] = []
  let offset = skipSpace(text, 0)
  for (;;) {
    if (visit(path, offset)) return null
    if (++count % valuesOfStep === 0) yield
    const sign = text[offset]
    if (sign === '{' || sign === '[') {
      const isObject = sign === '{'
      offset = skipSpace(text, offset + 1)
      if (text[offset] !== (isObject ? '}' : ']')) {
        const frame: JsonContainer = { keys: isObject ? new Set() : null, count: 0 }
        frames.push(frame)
        path.push(0)
        const begun = beginItem(text, offset, { frame, path })
        if (typeof begun !== 'number') return begun
        offset = begun
        continue
      }
      offset++
    } else {
      const end = scalarEnd(text, offset)
      if (typeof end !== 'number') return end
      offset = end
    }
    for (;;) {
      offset = skipSpace(text, offset)
      const frame = frames[frames.length - 1]
      if (frame === undefined) {
        return offset === text.length
          ? null
          : { offset, why: `${shownCharacter(text, offset)} stands after the end` }
      }
      if (text[offset] === ',') {
        const begun = beginItem(text, skipSpace(text, offset + 1), { frame, path })
        if (typeof begun !== 'number') return begun
        offset = begun
        break
      }
      if (text[offset] !== (frame.keys === null ? ']' : '}')) {
        const expected = frame.keys === null ? '"," or "]"' : '"," or "}"'
        return { offset, why: `${shownCharacter(text, offset)} stands where ${expected} should` }
      }
      offset++
      frames.pop()
      path.pop()
    }
  }
}

/** Finds line and column of an offset. */
export function lineAndColumnOf(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  let line = 1
  let start = 0
  for (;;) {
    const end = text.indexOf('\n', start)
    if (end < 0 || end >= offset) return { line, column: offset - start + 1 }
    line++
    start = end + 1
  }
}

/** Prints a path the way JavaScript would reach for it. */
export function printPath(path: JsonPath): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (/^[A-Za-z_]\w*$/.test(step)) text += text === '' ? step : `.${step}`
    else text += `[${JSON.stringify(step.length > 80 ? `${step.slice(0, 77)}...` : step)}]`
  }
  return text === '' ? 'the file' : text
}

/** Steps to the next item of an object or array, reading its key. Returns the offset of its value. */
function beginItem(text: string, at: number, inside: JsonPosition): number | JsonIssue {
  const { frame, path } = inside
  if (frame.keys === null) {
    path[path.length - 1] = frame.count++
    return at
  }
  if (text[at] !== '"')
    return { offset: at, why: `${shownCharacter(text, at)} stands where a key should` }
  const end = stringEnd(text, at)
  if (typeof end !== 'number') return end
  const key: string = JSON.parse(text.slice(at, end))
  path[path.length - 1] = key
  if (frame.keys.has(key)) {
    return { offset: at, why: 'a key stands twice', duplicate: [...path] }
  }
  frame.keys.add(key)
  const colon = skipSpace(text, end)
  if (text[colon] !== ':') {
    return { offset: colon, why: `${shownCharacter(text, colon)} stands where ":" should` }
  }
  return skipSpace(text, colon + 1)
}

function scalarEnd(text: string, at: number): number | JsonIssue {
  if (text[at] === '"') return stringEnd(text, at)
  for (const word of ['true', 'false', 'null'])
    if (text.startsWith(word, at)) return at + word.length
  const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
  number.lastIndex = at
  if (number.test(text)) return number.lastIndex
  return { offset: at, why: `${shownCharacter(text, at)} stands where a value should` }
}

function stringEnd(text: string, from: number): number | JsonIssue {
  let offset = from + 1
  while (offset < text.length) {
    const code = text.charCodeAt(offset)
    if (code === 34) return offset + 1
    if (code < 32) return { offset, why: 'a control character stands inside a string' }
    if (code === 92) {
      const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
      escaped.lastIndex = offset
      if (!escaped.test(text)) return { offset, why: 'no such escape exists in a string' }
      offset = escaped.lastIndex
    } else {
      offset++
    }
  }
  return { offset: text.length, why: 'the file ends inside a string' }
}

function skipSpace(text: string, from: number): number {
  let offset = from
  for (;;) {
    const code = text.charCodeAt(offset)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return offset
    offset++
  }
}

function shownCharacter(text: string, at: number): string {
  const point = text.codePointAt(at)
  return point === undefined ? 'the end of the file' : JSON.stringify(String.fromCodePoint(point))
}
