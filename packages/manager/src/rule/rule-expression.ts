import type { Machine } from './machine/rule-machine.ts'
import { ruleFunctions } from './rule-call.ts'
import { odosCompactOf } from './rule-compact.ts'
import { type CompiledRead, lookupOf } from './rule-lookup.ts'
import { gpv2OrderOf } from './rule-order.ts'
import {
  computedOf,
  constantOf,
  type ListValue,
  type Loop,
  loopsOf,
  type RecordValue,
  revert,
  type Trait,
  type Value,
  type WordValue,
} from './rule-value.ts'
import type { RuleNode } from './syntax/rule-syntax.ts'

/** The shared state of one rule's expressions while they are compiled. */
export type RuleContext = {
  readonly reads: ReadonlyMap<string, CompiledRead>
  readonly lets: ReadonlyMap<string, RuleNode>
  readonly used: RuleUsage
  readonly fail: (at: number, why: string) => never
}

/** The loops and nested encodings so far, and the reads beside the arguments. */
export type RuleUsage = {
  loops: number
  frames: number
  depth: number
  /** The calldata is read byte by byte. */
  isByteParsed: boolean
  /** An order is read behind the arguments. */
  readsOrder: boolean
}

/** The scope of a name's lookup. */
export type RuleScope = {
  /** Tuples whose fields are names, innermost first; the parameters last. */
  readonly records: readonly RecordValue[]
  /** Slots of the loops by their counter's name. */
  readonly counters: ReadonlyMap<string, number>
}

/** Compiles an expression. */
export function buildValue(context: RuleContext, scope: RuleScope, node: RuleNode): Value {
  switch (node.kind) {
    case 'number':
      return constantOf(node.value, 'number', node.value.toString())
    case 'name':
      return nameOf(context, scope, node)
    case 'field': {
      const of = buildValue(context, scope, node.of)
      const recordField = of.kind === 'record' ? of.field(node.name) : null
      return (
        recordField ??
        context.fail(
          node.at,
          `${of.kind === 'record' ? 'there' : 'what has no fields'} is no field ${node.name}`,
        )
      )
    }
    case 'each': {
      const of = listOf(context, scope, node.of)
      return turn(context, of, { count: of.count, fixed: of.fixed })
    }
    case 'first': {
      const of = listOf(context, scope, node.of)
      const bound = buildWord(context, scope, node.count)
      const count = (machine: Machine) => {
        // A list that is not there panics, though none of its entries are wanted.
        of.count(machine)
        return Number(bound.big(machine))
      }
      return turn(context, boundedOf(of), { count, fixed: null })
    }
    case 'index':
      return itemOf(context, scope, node)
    case 'binary':
      return binaryOf(context, scope, node)
    case 'call':
      return callOf(context, scope, node)
    default:
      return context.fail(node.at, 'this is a term and no value')
  }
}

/** Compiles an expression that is to be a word. */
export function buildWord(context: RuleContext, scope: RuleScope, node: RuleNode): WordValue {
  const value = buildValue(context, scope, node)
  return value.kind === 'word' ? value : context.fail(node.at, 'a single value is expected here')
}

function listOf(context: RuleContext, scope: RuleScope, node: RuleNode): ListValue {
  const value = buildValue(context, scope, node)
  return value.kind === 'list' ? value : context.fail(node.at, 'only a list has entries')
}

function nameOf(context: RuleContext, scope: RuleScope, node: RuleNode & { kind: 'name' }): Value {
  const { name } = node
  const slot = scope.counters.get(name)
  if (slot !== undefined) {
    const big = (machine: Machine) => BigInt(machine.index[slot] ?? 0)
    return computedOf('number', big, { label: () => name, key: `*${slot}`, loops: [] })
  }
  for (const record of scope.records) {
    const field = record.field(name)
    if (field !== null) return field
  }
  const named = context.lets.get(name)
  if (named !== undefined) {
    if (++context.used.depth > 500) context.fail(node.at, `${name} is named by itself`)
    return buildValue(context, scope, named)
  }
  if (name === 'ZERO') return constantOf(0n, 'address', 'ZERO')
  if (name === 'true' || name === 'false')
    return constantOf(name === 'true' ? 1n : 0n, 'bool', name)
  return context.fail(node.at, `there is no parameter ${name}`)
}

/** The list, with a panic where an entry beyond its end is asked for. */
function boundedOf(of: ListValue): ListValue {
  return { ...of, item: (index, trait) => of.item(boundedIndexOf(of, index), trait) }
}

function boundedIndexOf(of: ListValue, index: (machine: Machine) => number) {
  return (machine: Machine): number => {
    const position = index(machine)
    const { misses } = machine
    const count = of.count(machine)
    // A list that was not read has no end yet.
    if (position < count || machine.misses !== misses) return position
    const message = `${of.label(machine)} has ${count} entries and none at ${position}.`
    return revert(machine, 'Panic', message)
  }
}

/** Lets a list's entries take their turns. */
function turn(context: RuleContext, of: ListValue, bounds: Omit<Loop, 'slot'>): Value {
  const slot = context.used.loops++
  return of.item((machine) => machine.index[slot] ?? 0, {
    label: (machine) => `${of.label(machine)}[${machine.index[slot] ?? 0}]`,
    key: `${of.key}[*${slot}]`,
    loops: [...of.loops, { slot, ...bounds }],
  })
}

function itemOf(context: RuleContext, scope: RuleScope, node: RuleNode & { kind: 'index' }): Value {
  const of = listOf(context, scope, node.of)
  const by = buildWord(context, scope, node.by)
  return of.item(
    boundedIndexOf(of, (machine) => Number(by.big(machine))),
    {
      label: (machine) => `${of.label(machine)}[${by.big(machine)}]`,
      key: `${of.key}[${by.key}]`,
      loops: loopsOf([of, by]),
    },
  )
}

const arithmetic: { readonly [sign: string]: (left: bigint, right: bigint) => bigint } = {
  '|': (left, right) => left | right,
  '&': (left, right) => left & right,
  '<<': (left, right) => (right > 255n ? 0n : (left << right) & ((1n << 256n) - 1n)),
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0n ? 0n : left / right),
  '%': (left, right) => (right === 0n ? 0n : left % right),
}

const comparison: { readonly [sign: string]: (left: bigint, right: bigint) => boolean } = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

function binaryOf(
  context: RuleContext,
  scope: RuleScope,
  node: RuleNode & { kind: 'binary' },
): Value {
  const left = buildWord(context, scope, node.left)
  const right = buildWord(context, scope, node.right)
  const { sign } = node
  const trait: Trait = {
    label: (machine) => `${left.label(machine)} ${sign} ${right.label(machine)}`,
    key: `(${left.key}${sign}${right.key})`,
    loops: loopsOf([left, right]),
  }
  if (sign === '&&') return computedOf('bool', (m) => left.big(m) && right.big(m), trait)
  if (sign === '||') {
    const either = computedOf('bool', (m) => left.big(m) || right.big(m), trait)
    return left.loops.length > 0 ? either : { ...either, settledBy: left }
  }
  const holds = comparison[sign]
  if (holds !== undefined) {
    return computedOf('bool', (m) => (holds(left.big(m), right.big(m)) ? 1n : 0n), trait)
  }
  const combine = arithmetic[sign] ?? context.fail(node.at, `${sign} means nothing here`)
  return computedOf('number', (m) => combine(left.big(m), right.big(m)), trait)
}

function callOf(context: RuleContext, scope: RuleScope, node: RuleNode & { kind: 'call' }): Value {
  const text = node.args.find((arg) => arg.kind === 'text')
  const values = node.args
    .filter((arg) => arg.kind !== 'text')
    .map((arg) => buildValue(context, scope, arg))
  const shown = text === undefined ? '' : `,${text.value.replace(/\s+/g, '')}`
  const trait: Trait = {
    label: (machine) => `${node.name}(${values.map((value) => value.label(machine)).join(', ')})`,
    key: `${node.name}(${values.map((value) => value.key).join()}${shown})`,
    loops: loopsOf(values),
  }
  const compiled = context.reads.get(node.name)
  if (compiled !== undefined) return readOf(context, { node, read: compiled, values, trait })
  if (node.name === 'odosCompact') {
    context.used.isByteParsed = true
    const list = context.reads.get('addressList')
    if (list === undefined) return context.fail(node.at, 'odosCompact() needs the read addressList')
    const listed = (machine: Machine, position: bigint): bigint => {
      const lookup = lookupOf(list, [constantOf(position, 'uint256', '')], trait)
      return lookup.kind === 'word' ? lookup.big(machine) : 0n
    }
    return odosCompactOf(listed, trait)
  }
  if (node.name === 'gpv2Order') {
    context.used.readsOrder = true
    const domain = context.reads.get('domainSeparator')
    if (domain === undefined)
      return context.fail(node.at, 'gpv2Order() needs the read domainSeparator')
    const lookup = lookupOf(domain, [], { ...trait, key: 'domainSeparator()', loops: [] })
    const separator = (machine: Machine) => (lookup.kind === 'word' ? lookup.big(machine) : 0n)
    return gpv2OrderOf(separator, { trait, frame: context.used.frames++ })
  }
  const make = Object.hasOwn(ruleFunctions, node.name) ? ruleFunctions[node.name] : undefined
  if (make === undefined) return context.fail(node.at, `there is no function or read ${node.name}`)
  return make({
    values,
    text: text?.value ?? null,
    trait,
    nextFrame: () => context.used.frames++,
    nextLoop: () => context.used.loops++,
    fail: (why) => context.fail(node.at, `${node.name}: ${why}`),
  })
}

type RuleReadCall = {
  readonly node: RuleNode & { kind: 'call' }
  readonly read: CompiledRead
  readonly values: readonly Value[]
  readonly trait: Trait
}

function readOf(
  context: RuleContext,
  { node, read: compiled, values, trait }: RuleReadCall,
): Value {
  const args = values.map((value) =>
    value.kind === 'word' ? value : context.fail(node.at, 'a read takes single values'),
  )
  const extra = args.length - compiled.inputs.fields.length
  if (extra !== 0 && extra !== 1) {
    return context.fail(
      node.at,
      `${compiled.rule.function} takes ${compiled.inputs.fields.length} arguments`,
    )
  }
  if (extra === 1 && args[0]?.type !== 'address') {
    return context.fail(node.at, 'the first argument is to be the address of the contract')
  }
  return lookupOf(compiled, args, trait)
}
