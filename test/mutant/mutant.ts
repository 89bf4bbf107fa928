import { BaseError } from '@vaultwright/base'
import { parseSync } from 'rolldown/utils'
import { openRandom } from '../../scripts/vector/random.mjs'

/** A small fault in one place of a source. */
export type Mutant = {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

export type Source = { readonly file: string; readonly text: string }

type Node = { readonly type: string; readonly start: number; readonly end: number }
type Fields = Node & Readonly<Record<string, unknown>>

const opposites: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
}

/** Expressions that TypeScript wraps; every other node of its own is a type, which no run reads. */
const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** Every fault of a source that still parses, in the order of the text. */
export function mutantsOf({ file, text }: Source): readonly Mutant[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new UnparsableSourceError(file)
  const changes = nodesOf(program).flatMap((node) => changesOf(node, text))
  return changes
    .map(({ start, end, after }) => ({
      file,
      line: text.slice(0, start).split('\n').length,
      start,
      end,
      before: text.slice(start, end),
      after,
    }))
    .filter((mutant) => parseSync(file, mutate(text, mutant)).errors.length === 0)
    .sort((one, other) => one.start - other.start)
}

/** The text with the fault in it. */
export function mutate(text: string, { start, end, after }: Mutant): string {
  return text.slice(0, start) + after + text.slice(end)
}

/** The faults of many sources in the order in which a seed draws them: a round takes one of every source that has one left. */
export function drawMutants(sources: readonly Source[], seed: number): readonly Mutant[] {
  const random = openRandom(seed)
  const shuffle = <Item>(items: readonly Item[]) => {
    const left = [...items]
    return items.map(() => left.splice(random.below(left.length), 1)[0] as Item)
  }
  const lists = shuffle(sources.map((source) => shuffle(mutantsOf(source))))
  const rounds = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: rounds }, (_, round) =>
    lists.flatMap((list) => list.slice(round, round + 1)),
  ).flat()
}

type Change = { readonly start: number; readonly end: number; readonly after: string }

function changesOf(node: Fields, text: string): readonly Change[] {
  const to = ({ start, end }: Node, after: string): Change => ({ start, end, after })
  const textOf = ({ start, end }: Node) => text.slice(start, end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const opposite = opposites[String(node.operator)]
      const gap = { start: (node.left as Node).end, end: (node.right as Node).start, type: '' }
      // Between the operands stands nothing but the operator, brackets and comments.
      return opposite === undefined
        ? []
        : [to(gap, textOf(gap).replace(String(node.operator), opposite))]
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((value) => to(node.test as Node, value))
    case 'UnaryExpression':
      return node.operator === '!' ? [to(node, textOf(node.argument as Node))] : []
    case 'Literal':
      if (typeof node.value === 'boolean') return [to(node, String(!node.value))]
      if (typeof node.value === 'number') return [to(node, `(${textOf(node)} + 1)`)]
      return typeof node.value === 'bigint' ? [to(node, `(${textOf(node)} + 1n)`)] : []
    case 'ExpressionStatement':
      return isCall(node.expression as Fields) ? [to(node, ';')] : []
    case 'CallExpression':
    case 'NewExpression': {
      const [first, second] = node.arguments as readonly Node[]
      if (first === undefined || second === undefined || textOf(first) === textOf(second)) return []
      const between = text.slice(first.end, second.start)
      const pair = { start: first.start, end: second.end, type: '' }
      return [to(pair, textOf(second) + between + textOf(first))]
    }
    default:
      return []
  }
}

function isCall(node: Fields): boolean {
  const isWrapped = node.type === 'AwaitExpression' || node.type === 'YieldExpression'
  return isWrapped
    ? node.argument !== null && isCall(node.argument as Fields)
    : node.type === 'CallExpression'
}

function nodesOf(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return []
  const node = value as Fields
  if (typeof node.type === 'string' && node.type.startsWith('TS') && !wrappers.has(node.type))
    return []
  const children = Object.values(node).flatMap(nodesOf)
  return typeof node.type === 'string' ? [node, ...children] : children
}

export class UnparsableSourceError extends BaseError {
  override readonly code = 'unparsable_source'
  override readonly kind = 'invalid_input'

  constructor(file: string) {
    super({ message: `${file} does not parse. Correct it first.`, facts: { file } })
  }
}
