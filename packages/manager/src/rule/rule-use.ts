import { type AbiType, parseAbiTuple, parseSignature } from '../abi/abi-type.ts'
import type { CompiledRule } from './rule-compile.ts'
import { parseCheck, parseExpression, parseTerms, type RuleNode } from './syntax/rule-syntax.ts'

/** The use that a rule makes of a value it reads. */
export type TermUse = {
  /** Of the argument, `[]` for all items of a list. */
  readonly path: string
  /** `packed`: an entry comes from it. `checked`: a check or a condition reads it. `read`: the chain is asked with it. */
  readonly kind: 'packed' | 'checked' | 'read'
  /** True if that leaves one value only: all of it is packed in every call, or one value passes the check. */
  readonly isWhole: boolean
  /** The half of a word that is packed, the check, or the name of the read; empty for a value as it is. */
  readonly term: string
}

/** The referent of an expression: a value of the arguments, something inside bytes of them, or another thing. */
type Reference =
  | { readonly kind: 'argument'; readonly path: string; readonly type: AbiType }
  | { readonly kind: 'inside'; readonly path: string; readonly names: readonly string[] | null }
  | { readonly kind: 'other' }

type TermWalk = {
  readonly rule: CompiledRule
  readonly lets: ReadonlyMap<string, RuleNode>
  readonly uses: TermUse[]
  readonly term: string
  /** Tuples whose fields are names, innermost first. */
  readonly scopes: readonly Reference[]
  /** Counters of loops by name, each with the list that it goes through. */
  readonly counters: ReadonlyMap<string, string>
}

/** Lists where the terms and checks of a rule read the arguments of its function. */
export function termUsesOf(rule: CompiledRule): readonly TermUse[] {
  const uses: TermUse[] = []
  const { packs, checks, let: lets } = rule.rule
  const never = (): never => {
    throw new TypeError(`${rule.signature} was compiled and cannot be read.`)
  }
  const walk: TermWalk = {
    rule,
    lets: new Map(
      Object.entries(lets ?? {}).map(([name, text]) => [name, parseExpression(text, never)]),
    ),
    uses,
    term: packs,
    scopes: [{ kind: 'argument', path: '', type: rule.function.inputs }],
    counters: new Map(),
  }
  for (const term of parseTerms(packs, never)) visitTerm(walk, term, true)
  for (const text of checks ?? []) {
    visitCheck({ ...walk, term: text }, parseCheck(text, never).condition)
  }
  return uses
}

function visitTerm(walk: TermWalk, node: RuleNode, isAlways: boolean): void {
  switch (node.kind) {
    case 'list':
      for (const term of node.terms) visitTerm(walk, term, isAlways)
      return
    case 'revert':
      return
    case 'choice':
      visitCheck(walk, node.when)
      visitTerm(walk, node.yes, false)
      visitTerm(walk, node.no, false)
      return
    case 'group': {
      const of = referenceOf(walk, node.of)
      const counter = node.of.kind === 'each' ? node.of.counter : null
      const inner = {
        ...walk,
        scopes: [of, ...walk.scopes],
        counters:
          counter === null ? walk.counters : new Map([...walk.counters, [counter, pathOf(of)]]),
      }
      for (const term of node.terms) visitTerm(inner, term, isAlways)
      return
    }
    default:
      visitEntry(walk, node, isAlways)
  }
}

function visitEntry(walk: TermWalk, node: RuleNode, isAlways: boolean): void {
  const isCut = node.kind === 'call' && node.args.length === 1 && cuts.has(node.name)
  const of = referenceOf(walk, isCut ? node.args[0]! : node)
  if (of.kind === 'other') return
  const half = node.kind === 'call' && isCut ? node.name : null
  const isWord = of.kind === 'argument' && of.type.kind === 'word'
  const width = isWord ? widthOf(of.type.name) : 257
  const isWhole =
    isAlways &&
    !isIndexed(walk, node) &&
    isWord &&
    (half === null ? width <= 160 : isLow(half) && width <= 160)
  add(walk, of.path, { kind: 'packed', isWhole, term: half ?? '' })
}

const cuts = new Set(['uint160', 'low20', 'first20', 'hi16', 'lo16'])

function isLow(cut: string): boolean {
  return cut === 'uint160' || cut === 'low20'
}

/** One entry of a list that is packed leaves the others free. */
function isIndexed(walk: TermWalk, node: RuleNode): boolean {
  if (node.kind === 'first') return true
  if (node.kind === 'index') {
    // The counter of a loop through the very list goes through all of it.
    const list = node.by.kind === 'name' ? walk.counters.get(node.by.name) : undefined
    return list === undefined || list !== pathOf(itemOf(referenceOf(walk, node.of)))
  }
  return node.kind === 'field' || node.kind === 'each' ? isIndexed(walk, node.of) : false
}

function pathOf(of: Reference): string {
  return of.kind === 'other' ? '' : of.path
}

function widthOf(type: string): number {
  if (type === 'address') return 160
  if (type === 'bool') return 1
  const size = Number(/\d+$/.exec(type)?.[0] ?? 256)
  return type.startsWith('bytes') ? 8 * size : size
}

/** Everything that a condition reads is checked; what must equal a number is so as a whole. */
function visitCheck(walk: TermWalk, node: RuleNode): void {
  if (node.kind === 'binary' && (node.sign === '&&' || node.sign === '||')) {
    const inner = node.sign === '&&' ? walk : { ...walk, term: `${walk.term} ` }
    visitCheck(inner, node.left)
    visitCheck(inner, node.right)
    return
  }
  const isTop = !walk.term.endsWith(' ')
  const isFixing =
    node.kind === 'binary' && node.sign === '==' && isTop && walk.term !== walk.rule.rule.packs
  const sides = node.kind === 'binary' ? [node.left, node.right] : [node]
  for (const [index, side] of sides.entries()) {
    const isConstant = sides.length === 2 && isSteady(walk, sides[1 - index]!)
    visitChecked(walk, side, isFixing && isConstant)
  }
}

/** A number, or the chain's word: the caller does not choose it. */
function isSteady(walk: TermWalk, node: RuleNode): boolean {
  if (node.kind === 'number' || node.kind === 'text') return true
  if (node.kind === 'name') return /^(ZERO|true|false)$/.test(node.name)
  if (node.kind === 'binary') return isSteady(walk, node.left) && isSteady(walk, node.right)
  return node.kind === 'call' && node.args.length === 0 && walk.rule.reads.has(node.name)
}

function visitChecked(walk: TermWalk, node: RuleNode, isFixing: boolean): void {
  if (node.kind === 'call' && node.name === 'length') {
    const of = referenceOf(walk, node.args[0]!)
    if (of.kind !== 'other') {
      // What is empty inside of bytes leaves the rest of them free.
      const isEmpty = isFixing && of.kind === 'argument' && /==\s*0\b/.test(walk.term)
      // How long a list may be says nothing of what stands in it.
      const isList = of.kind === 'argument' && of.type.kind === 'array'
      if (isEmpty || !isList) add(walk, of.path, checkedBy(walk, isEmpty))
    }
    return
  }
  if (node.kind === 'binary') {
    visitChecked(walk, node.left, false)
    visitChecked(walk, node.right, false)
    return
  }
  const of = referenceOf(walk, node)
  if (of.kind === 'other') return
  add(walk, of.path, checkedBy(walk, isFixing && of.kind === 'argument' && !isIndexed(walk, node)))
}

/** A condition of the terms themselves has no text of its own. */
function checkedBy({ rule, term }: TermWalk, isWhole: boolean): Omit<TermUse, 'path'> {
  const text = term.trim()
  return { kind: 'checked', isWhole, term: text === rule.rule.packs.trim() ? '' : text }
}

function add(walk: TermWalk, path: string, use: Omit<TermUse, 'path'>): void {
  walk.uses.push({ ...use, path })
}

/** Finds what an expression stands for; what it reads on the way is noted. */
function referenceOf(walk: TermWalk, node: RuleNode): Reference {
  switch (node.kind) {
    case 'name':
      return namedIn(walk, node.name)
    case 'field':
      return memberOf(referenceOf(walk, node.of), node.name) ?? { kind: 'other' }
    case 'each':
      return itemOf(referenceOf(walk, node.of))
    case 'first':
      visitChecked(walk, node.count, false)
      return itemOf(referenceOf(walk, node.of))
    case 'index':
      if (!isSteady(walk, node.by)) visitChecked(walk, node.by, false)
      return itemOf(referenceOf(walk, node.of))
    case 'binary':
      visitChecked(walk, node.left, false)
      visitChecked(walk, node.right, false)
      return { kind: 'other' }
    case 'call':
      return calledIn(walk, node)
    default:
      return { kind: 'other' }
  }
}

function calledIn(walk: TermWalk, node: RuleNode & { kind: 'call' }): Reference {
  if (node.name === 'odosCompact' || node.name === 'gpv2Order')
    return { kind: 'inside', path: '', names: null }
  const isRead = walk.rule.reads.has(node.name)
  const [first] = node.args
    .filter((arg) => arg.kind !== 'text')
    .map((arg) => referenceOf(walk, arg))
  if (isRead) {
    for (const arg of node.args) {
      const of = referenceOf(walk, arg)
      if (of.kind !== 'other') add(walk, of.path, { kind: 'read', isWhole: false, term: node.name })
    }
    return { kind: 'other' }
  }
  if (first === undefined || first.kind === 'other') return { kind: 'other' }
  const text = node.args.find((arg) => arg.kind === 'text')
  const names = text === undefined || text.kind !== 'text' ? [] : namesIn(text.value)
  return { kind: 'inside', path: first.path, names }
}

/** The fields that bytes hold. */
function namesIn(text: string): readonly string[] {
  const type = text.trimStart().startsWith('(')
    ? parseAbiTuple(text)
    : /^\s*[\w$]+\(/.test(text)
      ? parseSignature(text).inputs
      : parseAbiTuple(`(${text})`)
  return type.fields.map(({ name }) => name)
}

function namedIn(walk: TermWalk, name: string): Reference {
  if (walk.counters.has(name)) return { kind: 'other' }
  for (const scope of walk.scopes) {
    const member = memberOf(scope, name)
    if (member !== null) return member
  }
  const meant = walk.lets.get(name)
  return meant === undefined ? { kind: 'other' } : referenceOf(walk, meant)
}

function memberOf(of: Reference, name: string): Reference | null {
  if (of.kind === 'inside') {
    if (of.path === '' && of.names === null) return { ...of, path: name }
    return of.names === null || of.names.includes(name) ? { ...of, names: null } : null
  }
  if (of.kind !== 'argument' || of.type.kind !== 'tuple') return null
  const field = of.type.fields.find((candidate) => candidate.name === name)
  if (field === undefined || name === '') return null
  return { kind: 'argument', path: memberPath(of.path, name), type: field.type }
}

function itemOf(of: Reference): Reference {
  if (of.kind !== 'argument' || of.type.kind !== 'array') return of
  return { kind: 'argument', path: `${of.path}[]`, type: of.type.element }
}

/** Names a member. */
export function memberPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
