import type { Rule } from '@vaultwright/manager'

/** The shape of a decoder's answer, without a calldata: one entry, a repeated group, or one of two ways. */
type ShapePiece =
  | { readonly kind: 'one'; readonly label: string }
  | { readonly kind: 'many'; readonly labels: readonly string[] | null }
  | { readonly kind: 'either'; readonly ways: readonly (readonly ShapePiece[])[] }
  | { readonly kind: 'never' }

/** One way through a rule: entries before, a repeated part that may be empty, entries after. */
type Way = {
  readonly head: readonly string[]
  /** Null when nothing repeats; `labels` null when what repeats is not of one form. */
  readonly loop: { readonly labels: readonly string[] | null } | null
  readonly tail: readonly string[]
}

/** Every way through a rule. */
export type RuleShape = readonly Way[]

/** More ways than any rule has; the rest is left out and the shape fits everything. */
const maxWays = 256
const anything: Way = { head: [], loop: { labels: null }, tail: [] }

/** Reads from a rule how many entries it can pack, and what they are called. */
export function shapeOf(rule: Pick<Rule, 'packs' | 'let'>): RuleShape {
  const pieces = piecesOf(rule.packs, { ...rule.let })
  const lists = expand(pieces)
  return lists === null ? [anything] : lists.map(wayOf)
}

/**
 * Names the entries of an answer.
 *
 * @returns a label for each, `a or b` where ways differ, null where it is not known; null when no way
 * packs so many.
 */
export function labelsFor(shape: RuleShape, count: number): readonly (string | null)[] | null {
  const lists = shape.flatMap((way) => {
    const labels = labelsOfWay(way, count)
    return labels === null ? [] : [labels]
  })
  if (lists.length < 2) return lists[0] ?? null
  return Array.from({ length: count }, (_, at) => {
    const labels = new Set(lists.map((list) => list[at] ?? null))
    return labels.has(null) ? null : [...labels].join(' or ')
  })
}

function labelsOfWay({ head, loop, tail }: Way, count: number): readonly (string | null)[] | null {
  const remainder = count - head.length - tail.length
  if (remainder < 0 || (loop === null && remainder > 0)) return null
  const cycle = loop?.labels ?? null
  if (cycle !== null && remainder % cycle.length !== 0) return null
  const middle = Array.from({ length: remainder }, (_, at) => {
    if (cycle === null) return null
    const round = Math.floor(at / cycle.length)
    return cycle[at % cycle.length]!.replace(/\[[^\]]*\]/, `[${round}]`)
  })
  return [...head, ...middle, ...tail]
}

type LetNames = { readonly [name: string]: string }

function piecesOf(text: string, names: LetNames): readonly ShapePiece[] {
  if (text.trim() === '') return []
  return split(text, ',').flatMap((term) => piecesOfTerm(term.trim(), names))
}

function piecesOfTerm(term: string, names: LetNames): readonly ShapePiece[] {
  const choice = choiceOf(term)
  if (choice !== null) {
    return [{ kind: 'either', ways: choice.map((way) => piecesOfTerm(way.trim(), names)) }]
  }
  if (closingOf(term, 0) === term.length - 1) return piecesOf(term.slice(1, -1), names)
  if (/^revert\b/.test(term)) return [{ kind: 'never' }]
  const meant = names[term]
  if (meant !== undefined) {
    const { [term]: _, ...further } = names
    return piecesOfTerm(meant, further)
  }
  const group = /^(.*?)\.\(/.exec(term)
  if (group !== null && term.endsWith(')')) {
    const [before, path] = group as unknown as [string, string]
    return groupOf(path, piecesOf(term.slice(before.length, -1), names))
  }
  return isLoop(term) ? [{ kind: 'many', labels: [term] }] : [{ kind: 'one', label: term }]
}

function groupOf(path: string, pieces: readonly ShapePiece[]): readonly ShapePiece[] {
  const isPlain = pieces.every((piece) => piece.kind === 'one')
  if (!isLoop(path)) return pieces.map((piece) => prefixed(path, piece))
  if (!isPlain) return [{ kind: 'many', labels: null }]
  const counter = /\[\s*\*\s*(\w+)\s*\]/.exec(path)?.[1]
  const labels = pieces.map(({ label }) => {
    if (counter === undefined) return labelIn(path, label)
    return label.replace(new RegExp(`\\[\\s*${counter}\\s*\\]`, 'g'), '[]')
  })
  return [{ kind: 'many', labels }]
}

function prefixed(path: string, piece: ShapePiece): ShapePiece {
  if (piece.kind === 'one') return { kind: 'one', label: labelIn(path, piece.label) }
  if (piece.kind === 'many' && piece.labels !== null) {
    return { kind: 'many', labels: piece.labels.map((label) => labelIn(path, label)) }
  }
  if (piece.kind !== 'either') return piece
  return {
    kind: 'either',
    ways: piece.ways.map((way) => way.map((each) => prefixed(path, each))),
  }
}

/** `to` in `order` is `order.to`, and `hi16(to)` in it `hi16(order.to)`. */
function labelIn(path: string, label: string): string {
  const call = /^(\w+\()(.*)$/.exec(label)
  return call === null ? `${path}.${label}` : `${call[1]}${path}.${call[2]}`
}

function isLoop(term: string): boolean {
  return /\[\s*(\]|\*|\.\.)/.test(term)
}

/** Multiplies out the choices; null when there are too many. */
function expand(pieces: readonly ShapePiece[]): (readonly ShapePiece[])[] | null {
  let lists: (readonly ShapePiece[])[] = [[]]
  for (const piece of pieces) {
    if (piece.kind === 'never') return []
    let ways: (readonly ShapePiece[])[] = [[piece]]
    if (piece.kind === 'either') {
      const expanded = piece.ways.map(expand)
      if (expanded.includes(null)) return null
      ways = expanded.flatMap((way) => way ?? [])
    }
    lists = lists.flatMap((list) => ways.map((way) => [...list, ...way]))
    if (lists.length > maxWays) return null
  }
  return lists
}

function wayOf(pieces: readonly ShapePiece[]): Way {
  const first = pieces.findIndex((piece) => piece.kind !== 'one')
  if (first < 0) return { head: labelsOf(pieces), loop: null, tail: [] }
  const last = pieces.findLastIndex((piece) => piece.kind !== 'one')
  const only = first === last ? pieces[first] : undefined
  return {
    head: labelsOf(pieces.slice(0, first)),
    loop: { labels: only?.kind === 'many' ? only.labels : null },
    tail: labelsOf(pieces.slice(last + 1)),
  }
}

function labelsOf(pieces: readonly ShapePiece[]): readonly string[] {
  return pieces.flatMap((piece) => (piece.kind === 'one' ? [piece.label] : []))
}

/** Cuts `when ? yes : no` into its two ways. */
function choiceOf(term: string): readonly [string, string] | null {
  const [, ...branches] = split(term, '?')
  if (branches.length === 0) return null
  const ways = branches.join('?')
  let open = 0
  let depth = 0
  for (let index = 0; index < ways.length; index++) {
    depth += depthOf(ways[index]!)
    if (depth !== 0) continue
    if (ways[index] === '?') open++
    if (ways[index] !== ':') continue
    if (open === 0) return [ways.slice(0, index), ways.slice(index + 1)]
    open--
  }
  return null
}

function split(text: string, sign: string): readonly string[] {
  const parts: string[] = []
  let from = 0
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    depth += depthOf(text[index]!)
    if (depth !== 0 || text[index] !== sign) continue
    parts.push(text.slice(from, index))
    from = index + 1
  }
  return [...parts, text.slice(from)]
}

function closingOf(text: string, from: number): number {
  if (text[from] !== '(') return -1
  let depth = 0
  for (let index = from; index < text.length; index++) {
    depth += depthOf(text[index]!)
    if (depth === 0) return index
  }
  return -1
}

function depthOf(sign: string): number {
  if (sign === '(' || sign === '[') return 1
  return sign === ')' || sign === ']' ? -1 : 0
}
