import type { Meaning } from '../analysis/question.ts'
import type { LeafRow } from '../state/open-tree.ts'

/** One condition of a search: a part of a leaf, and what it must hold, in lower case. */
type LeafTerm = { readonly field: LeafField; readonly text: string }

const fields = ['any', 'slot', 'fn', 'to', 'decoder', 'protocol', 'has'] as const
type LeafField = (typeof fields)[number]

/** A search: every term must hold. */
export type LeafQuery = {
  readonly terms: readonly LeafTerm[]
  /** The part without a meaning, in words; null if all has one. */
  readonly problem: string | null
}

/** The words after `has:`. */
const properties = ['value', 'drone', 'arguments', 'finding'] as const

/**
 * Reads a search.
 *
 * Words and parts of addresses are looked for everywhere; `#12` is a slot; `fn:`, `to:`, `decoder:`
 * and `protocol:` look into one part; `has:value` asks for a property; quotes hold words together.
 */
export function parseLeafQuery(text: string): LeafQuery {
  const words = text.toLowerCase().match(/[a-z]+:"[^"]*"?|"[^"]*"?|\S+/g) ?? []
  const terms = words.map(termOf).filter(({ text: wanted }) => wanted !== '')
  const earlier = terms.find(
    (term) => term.field === 'has' && !properties.some((each) => each === term.text),
  )
  const problem =
    earlier === undefined
      ? null
      : `has:${earlier.text} has no meaning. Write has: with one of ${properties.join(', ')}.`
  return { terms, problem }
}

/**
 * Finds the leaves that meet every term of a search.
 *
 * @param meaning - protocols, names and findings; null while they are not known: then nothing has them.
 * @returns those rows, in slot order.
 */
export function searchRows(
  rows: readonly LeafRow[],
  { terms, problem }: LeafQuery,
  meaning: Meaning | null,
): readonly LeafRow[] {
  if (problem !== null) return []
  if (terms.length === 0) return rows
  const judge = judgeOf(meaning)
  return rows.filter((row) => terms.every((term) => judge(row, term)))
}

function termOf(word: string): LeafTerm {
  const plain = (text: string) => text.replaceAll('"', '')
  if (/^#\d+$/.test(word)) return { field: 'slot', text: String(Number(word.slice(1))) }
  const match = /^([a-z]+):(.*)$/s.exec(word)
  const field = fields.find((each) => each === match?.[1] && each !== 'any' && each !== 'slot')
  return field === undefined
    ? { field: 'any', text: plain(word) }
    : { field, text: plain(match![2]!) }
}

function judgeOf(meaning: Meaning | null): (row: LeafRow, term: LeafTerm) => boolean {
  const named = (address: string) =>
    `${address} ${meaning?.names[address.toLowerCase()]?.text ?? ''}`
  const withFinding = new Set(
    meaning?.findings.flatMap(({ leaf, facts }) => [
      ...(leaf === null ? [] : [leaf]),
      ...(Array.isArray(facts.positions) ? (facts.positions as readonly number[]) : []),
    ]),
  )
  const partOf = ({ slot, leaf }: LeafRow, field: LeafField): string => {
    switch (field) {
      case 'slot':
        return String(slot)
      case 'fn':
        return `${leaf.signature} ${leaf.selector}`
      case 'to':
        return named(leaf.target)
      case 'decoder':
        return named(leaf.decoder)
      case 'protocol':
        return `${meaning?.protocols[slot] ?? ''} ${meaning?.actions[slot] ?? ''}`
      default:
        return [
          `#${slot} ${leaf.description} ${leaf.signature} ${leaf.selector}`,
          named(leaf.target),
          ...leaf.arguments.map(named),
        ].join(' ')
    }
  }
  const has = ({ slot, leaf }: LeafRow, property: string): boolean => {
    if (property === 'value') return leaf.canSendValue
    if (property === 'arguments') return leaf.arguments.length > 0
    if (property === 'finding') return withFinding.has(slot)
    return /^\(drone: /i.test(leaf.description)
  }
  return (row, { field, text }) => {
    if (field === 'has') return has(row, text)
    const part = partOf(row, field).toLowerCase()
    return field === 'slot' ? part === text : part.includes(text)
  }
}
