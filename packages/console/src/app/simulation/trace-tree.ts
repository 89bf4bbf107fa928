import type { Hex } from '@vaultwright/base'
import { namedCallOf } from '@vaultwright/outcome'
import type { SimulationPage, SimulationPageFrame } from '@vaultwright/wire'
import { roleIn } from './record-text.ts'

/** A call of a trace in words, with the calls inside it. */
export type TraceNode = {
  readonly frame: SimulationPageFrame
  /** Its place in the trace, from 0. */
  readonly index: number
  /** The function by the selector of its data, read here; the selector where it is not known. */
  readonly name: string
  /** The role of the account; null where the record does not name it. */
  readonly role: string | null
  readonly inside: readonly TraceNode[]
}

/** Makes the tree of a trace: each call with those that it makes, named here from its own data. */
export function traceTreeOf(
  frames: readonly SimulationPageFrame[],
  page: SimulationPage,
): readonly TraceNode[] {
  const top: TraceNode[] = []
  const open: { readonly depth: number; readonly inside: TraceNode[] }[] = []
  for (const [index, frame] of frames.entries()) {
    while (open.length > 0 && open.at(-1)!.depth >= frame.depth) open.pop()
    const inside: TraceNode[] = []
    const role = frame.to === null ? null : roleIn(page, frame.to)
    const node = { frame, index, name: functionNameOf(frame), role, inside }
    const siblings = open.at(-1)?.inside ?? top
    siblings.push(node)
    open.push({ depth: frame.depth, inside })
  }
  return top
}

function functionNameOf({ type, data, size }: SimulationPageFrame): string {
  if (type.startsWith('CREATE')) return 'new contract'
  if (size < 4) return size === 0 ? 'no data' : data
  const signature = namedCallOf(data as Hex).function
  return signature === null ? data.slice(0, 10) : signature.slice(0, signature.indexOf('('))
}

/** The calls that a search leaves, and the places of those that have the words themselves. */
export type FoundNodes = {
  readonly shown: readonly TraceNode[]
  readonly hits: readonly number[]
}

/** Finds calls that have every word in kind, function, account, data or error; what leads to one stays. */
export function findNodes(nodes: readonly TraceNode[], query: string): FoundNodes {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const results = nodes.map((node) => {
    const inner = findNodes(node.inside, query)
    const isHit = words.every((word) => textOf(node).includes(word))
    const hits = [...(isHit ? [node.index] : []), ...inner.hits]
    return { node: { ...node, inside: inner.shown }, hits }
  })
  const left = results.filter(({ hits }) => hits.length > 0)
  return { shown: left.map(({ node }) => node), hits: left.flatMap(({ hits }) => hits) }
}

function textOf({ frame, name, role }: TraceNode): string {
  const { type, from, to, data, error } = frame
  return [type, name, role, from, to, data, error].join(' ').toLowerCase()
}
