/** A piece of the notation as written; `at` is its first character in the text. */
export type RuleNode = { readonly at: number } & (
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'field'; readonly of: RuleNode; readonly name: string }
  | { readonly kind: 'each'; readonly of: RuleNode; readonly counter: string | null }
  | { readonly kind: 'index'; readonly of: RuleNode; readonly by: RuleNode }
  | { readonly kind: 'first'; readonly of: RuleNode; readonly count: RuleNode }
  | { readonly kind: 'group'; readonly of: RuleNode; readonly terms: readonly RuleNode[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly RuleNode[] }
  | {
      readonly kind: 'binary'
      readonly sign: string
      readonly left: RuleNode
      readonly right: RuleNode
    }
  | {
      readonly kind: 'choice'
      readonly when: RuleNode
      readonly yes: RuleNode
      readonly no: RuleNode
    }
  | { readonly kind: 'list'; readonly terms: readonly RuleNode[] }
  | { readonly kind: 'revert'; readonly error: string | null }
)

/** A condition with the name of the error that a decoder reverts with; null when not known. */
export type RuleCheck = { readonly condition: RuleNode; readonly error: string | null }

type RuleFailure = (at: number, why: string) => never
type RuleCursor = {
  readonly tokens: readonly RuleToken[]
  readonly fail: RuleFailure
  at: number
  size: number
}

/** The precedence of signs, loosest first. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['|'],
  ['&'],
  ['<<'],
  ['+', '-'],
  ['*', '/', '%'],
]

/**
 * Reads a comma-separated list of terms.
 *
 * @returns the terms in order; none for an empty text.
 */
export function parseTerms(text: string, fail: RuleFailure): readonly RuleNode[] {
  const cursor = openText(text, fail)
  if (peek(cursor).kind === 'end') return []
  const terms = readTerms(cursor)
  close(cursor)
  return terms
}

/** Reads one expression. */
export function parseExpression(text: string, fail: RuleFailure): RuleNode {
  const cursor = openText(text, fail)
  const node = readTerm(cursor)
  close(cursor)
  return node
}

/** Reads a check: a condition, then `else` and the name of an error. */
export function parseCheck(text: string, fail: RuleFailure): RuleCheck {
  const cursor = openText(text, fail)
  const condition = readTerm(cursor)
  let error: string | null = null
  if (peek(cursor).text === 'else') {
    cursor.at++
    error = take(cursor, 'name').text
  }
  close(cursor)
  return { condition, error }
}

function openText(text: string, fail: RuleFailure): RuleCursor {
  return { tokens: tokensOf(text, fail), fail, at: 0, size: 0 }
}

function close(cursor: RuleCursor): void {
  const token = peek(cursor)
  if (token.kind !== 'end') cursor.fail(token.at, `${JSON.stringify(token.text)} is not expected`)
}

function readTerms(cursor: RuleCursor): readonly RuleNode[] {
  const terms = [readTerm(cursor)]
  while (isNext(cursor, ',')) terms.push(readTerm(cursor))
  return terms
}

function readTerm(cursor: RuleCursor): RuleNode {
  const when = readBinary(cursor, 0)
  if (!isNext(cursor, '?')) return when
  const yes = readTerm(cursor)
  demand(cursor, ':')
  return { kind: 'choice', at: when.at, when, yes, no: readTerm(cursor) }
}

function readBinary(cursor: RuleCursor, level: number): RuleNode {
  const ours = levels[level]
  if (ours === undefined) return readPostfix(cursor)
  let left = readBinary(cursor, level + 1)
  for (;;) {
    const { kind, text } = peek(cursor)
    if (kind !== 'sign' || !ours.includes(text)) return left
    cursor.at++
    left = { kind: 'binary', at: left.at, sign: text, left, right: readBinary(cursor, level + 1) }
  }
}

function readPostfix(cursor: RuleCursor): RuleNode {
  let node = readPrimary(cursor)
  for (;;) {
    if (isNext(cursor, '.')) node = readMember(cursor, node)
    else if (isNext(cursor, '[')) node = readBracket(cursor, node)
    else return node
  }
}

function readMember(cursor: RuleCursor, of: RuleNode): RuleNode {
  if (isNext(cursor, '(')) {
    const terms = readTerms(cursor)
    demand(cursor, ')')
    return { kind: 'group', at: of.at, of, terms }
  }
  return { kind: 'field', at: of.at, of, name: take(cursor, 'name').text }
}

function readBracket(cursor: RuleCursor, of: RuleNode): RuleNode {
  if (isNext(cursor, ']')) return { kind: 'each', at: of.at, of, counter: null }
  let node: RuleNode
  if (isNext(cursor, '*')) {
    node = { kind: 'each', at: of.at, of, counter: take(cursor, 'name').text }
  } else if (isNext(cursor, '..')) {
    node = { kind: 'first', at: of.at, of, count: readTerm(cursor) }
  } else node = { kind: 'index', at: of.at, of, by: readTerm(cursor) }
  demand(cursor, ']')
  return node
}

function readPrimary(cursor: RuleCursor): RuleNode {
  if (++cursor.size > 500) cursor.fail(peek(cursor).at, 'the text is too long')
  const token = peek(cursor)
  const offset = token.at
  cursor.at++
  if (token.kind === 'number') return { kind: 'number', at: offset, value: BigInt(token.text) }
  if (token.kind === 'text') return { kind: 'text', at: offset, value: token.text }
  if (token.text === '(') {
    const terms = peek(cursor).text === ')' ? [] : readTerms(cursor)
    demand(cursor, ')')
    return terms.length === 1 && terms[0] !== undefined
      ? terms[0]
      : { kind: 'list', at: offset, terms }
  }
  if (token.kind !== 'name') cursor.fail(offset, 'a name, number or ( is expected')
  if (token.text === 'revert') {
    const named = peek(cursor).kind === 'name' && peek(cursor).text !== 'else'
    return { kind: 'revert', at: offset, error: named ? take(cursor, 'name').text : null }
  }
  if (!isNext(cursor, '(')) return { kind: 'name', at: offset, name: token.text }
  const args = peek(cursor).text === ')' ? [] : readTerms(cursor)
  demand(cursor, ')')
  return { kind: 'call', at: offset, name: token.text, args }
}

function peek(cursor: RuleCursor): RuleToken {
  return cursor.tokens[Math.min(cursor.at, cursor.tokens.length - 1)] as RuleToken
}

function take(cursor: RuleCursor, kind: RuleToken['kind']): RuleToken {
  const token = peek(cursor)
  if (token.kind !== kind) cursor.fail(token.at, `a ${kind} is expected`)
  cursor.at++
  return token
}

function isNext(cursor: RuleCursor, sign: string): boolean {
  const token = peek(cursor)
  if (token.kind !== 'sign' || token.text !== sign) return false
  cursor.at++
  return true
}

function demand(cursor: RuleCursor, sign: string): void {
  if (!isNext(cursor, sign)) cursor.fail(peek(cursor).at, `${sign} is missing`)
}

/** One word of the notation; `at` is its first character in the text. */
type RuleToken = {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const signs = [
  '==',
  '!=',
  '<=',
  '>=',
  '<<',
  '&&',
  '||',
  '..',
  '(',
  ')',
  '[',
  ']',
  '.',
  ',',
  '?',
  ':',
  '<',
  '>',
  '+',
  '-',
  '*',
  '/',
  '%',
  '|',
  '&',
]

/**
 * Cuts a text of the notation into its words.
 *
 * @returns the words in order, an `end` last.
 */
function tokensOf(text: string, fail: (at: number, why: string) => never): readonly RuleToken[] {
  const tokens: RuleToken[] = []
  let offset = 0
  while (offset < text.length) {
    const sign = text[offset] ?? ''
    if (/\s/.test(sign)) offset++
    else if (sign === "'" || sign === '"') {
      const close = text.indexOf(sign, offset + 1)
      if (close < 0) fail(offset, 'a quotation does not end')
      tokens.push({ kind: 'text', text: text.slice(offset + 1, close), at: offset })
      offset = close + 1
    } else {
      const token =
        wordAt(text, offset) ?? fail(offset, `${JSON.stringify(sign)} means nothing here`)
      tokens.push(token)
      offset += token.text.length
    }
  }
  tokens.push({ kind: 'end', text: '', at: text.length })
  return tokens
}

function wordAt(text: string, at: number): RuleToken | null {
  const tail = text.slice(at)
  const name = /^[A-Za-z_$][\w$]*/.exec(tail)
  if (name !== null) return { kind: 'name', text: name[0], at }
  const number = /^(0x[0-9a-fA-F]+|\d+)/.exec(tail)
  if (number !== null) return { kind: 'number', text: number[0], at }
  const sign = signs.find((candidate) => tail.startsWith(candidate))
  return sign === undefined ? null : { kind: 'sign', text: sign, at }
}
