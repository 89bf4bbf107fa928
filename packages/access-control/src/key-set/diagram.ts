import { BaseError } from '@vaultwright/base'

/** A monotone function of numbered keys: a node of a reduced ordered decision diagram. Equal functions are equal numbers. */
export type Diagram = number

/** The function that no set of keys fulfils. */
export const never: Diagram = 0
/** The function that the empty set fulfils. */
export const always: Diagram = 1

/** The nodes that all functions and families of one question share. */
export type NodeStore = {
  /** The node's key; infinite for the two ends. */
  readonly keyOf: (node: number) => number
  readonly low: (node: number) => number
  readonly high: (node: number) => number
  /** Makes a node, or returns the equal one: `b` of a decision diagram, `z` of a zero-suppressed family. */
  readonly make: (kind: 'b' | 'z', key: number, branches: readonly [number, number]) => number
  readonly size: () => number
}

/** Operations on decision diagrams. */
export type Diagrams = {
  readonly nodes: NodeStore
  readonly key: (index: number) => Diagram
  readonly all: (parts: readonly Diagram[]) => Diagram
  readonly any: (parts: readonly Diagram[]) => Diagram
  /** At least `count` of the functions; count times parts combinations, not one a subset. */
  readonly atLeast: (count: number, parts: readonly Diagram[]) => Diagram
  /** Tells whether a set of keys fulfils a function. */
  readonly holds: (diagram: Diagram, has: (key: number) => boolean) => boolean
}

/** The most nodes of one question. */
export const maxDiagramNodes = 500_000

/**
 * Opens an empty store of decision diagrams.
 *
 * @param limit - nodes; default `maxDiagramNodes`.
 * @throws {DiagramTooLargeError} from every operation that needs more nodes.
 */
export function openDiagrams(limit: number = maxDiagramNodes): Diagrams {
  const nodes = openNodeStore(limit)
  const cache = new Map<string, Diagram>()

  const combine = (op: '&' | '|', left: Diagram, right: Diagram): Diagram => {
    const [absorbing, neutral] = op === '&' ? [never, always] : [always, never]
    if (left === right || right === neutral || left === absorbing) return left
    if (left === neutral || right === absorbing) return right
    const [first, second] = left < right ? [left, right] : [right, left]
    const id = `${op}${first},${second}`
    const cached = cache.get(id)
    if (cached !== undefined) return cached
    const key = Math.min(nodes.keyOf(first), nodes.keyOf(second))
    const branch = (node: Diagram, side: (node: number) => number) =>
      nodes.keyOf(node) === key ? side(node) : node
    const result = nodes.make('b', key, [
      combine(op, branch(first, nodes.low), branch(second, nodes.low)),
      combine(op, branch(first, nodes.high), branch(second, nodes.high)),
    ])
    cache.set(id, result)
    return result
  }
  const all = (parts: readonly Diagram[]) =>
    parts.reduce((sum, part) => combine('&', sum, part), always)
  const any = (parts: readonly Diagram[]) =>
    parts.reduce((sum, part) => combine('|', sum, part), never)

  const atLeast = (count: number, parts: readonly Diagram[]): Diagram => {
    if (count <= 0) return always
    if (count > parts.length) return never
    // Entry j: at least j of the parts so far.
    let row: readonly Diagram[] = [always, ...Array.from({ length: count }, () => never)]
    for (const part of parts) {
      row = row.map((value, index) =>
        index === 0 ? always : combine('|', value, combine('&', part, row[index - 1]!)),
      )
    }
    return row[count]!
  }

  const holds = (diagram: Diagram, has: (key: number) => boolean): boolean => {
    let node = diagram
    while (node > always) node = has(nodes.keyOf(node)) ? nodes.high(node) : nodes.low(node)
    return node === always
  }

  return {
    nodes,
    key: (index) => nodes.make('b', index, [never, always]),
    all,
    any,
    atLeast,
    holds,
  }
}

function openNodeStore(limit: number): NodeStore {
  const keys = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const lows = [0, 1]
  const highs = [0, 1]
  const unique = new Map<string, number>()
  return {
    keyOf: (node) => keys[node]!,
    low: (node) => lows[node]!,
    high: (node) => highs[node]!,
    size: () => keys.length,
    make: (kind, key, [low, high]) => {
      if (kind === 'b' ? low === high : high === never) return low
      const id = `${kind}${key},${low},${high}`
      const existing = unique.get(id)
      if (existing !== undefined) return existing
      if (keys.length >= limit) throw new DiagramTooLargeError(limit)
      const node = keys.push(key) - 1
      lows.push(low)
      highs.push(high)
      unique.set(id, node)
      return node
    },
  }
}

/** A question needs a larger decision diagram than there may be. */
export class DiagramTooLargeError extends BaseError {
  override readonly code = 'control_too_large'
  override readonly kind = 'unsupported'

  constructor(limit: number) {
    super({
      message: `The key sets need more than ${limit} nodes of a decision diagram. Ask for fewer acts, or read the bounds.`,
      facts: { limit },
    })
  }
}
